// Meta tags for article lists: all stories, a tag, an author.
import { type ArticleListData, LIST_DESCRIPTIONS } from '~/features/articles/public/article-pages';
import { breadcrumbList, profilePage } from './json-ld.server';
import type { MetaSite, PageMetaInput } from './page-meta.server';

/** `path` is the path of the list's first page. */
export function listMeta(list: ArticleListData, path: string, site: MetaSite): PageMetaInput {
  const { kind, name, slug, page, profile = null } = list;
  return {
    title: page === 1 ? name : `${name}, page ${page}`,
    description: profile?.bio || LIST_DESCRIPTIONS[kind](name),
    ...(kind !== 'all' && { feed: `${path}/feed.xml` }),
    path: page === 1 ? path : `${path}?page=${page}`,
    jsonLd: [
      ...(kind === 'author' ? [profilePage(site, { name, slug, profile })] : []),
      breadcrumbList(site.siteUrl, [
        { name: 'Home', path: '/' },
        { name, path },
      ]),
    ],
  };
}
