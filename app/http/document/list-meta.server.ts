// Meta tags for article lists: all stories, a tag, an author.
import type { ArticleListData } from '~/features/articles/public/article-pages';
import { breadcrumbList } from './json-ld.server';
import type { MetaSite, PageMetaInput } from './page-meta.server';

const SENTENCES: Record<ArticleListData['kind'], (name: string) => string> = {
  all: () => 'All stories in the magazine, newest first.',
  tag: (name) => `Stories for law firm owners about ${name}.`,
  author: (name) => `Stories by ${name}.`,
};

/** `path` is the path of the list's first page. */
export function listMeta({ kind, name, page }: ArticleListData, path: string, site: MetaSite): PageMetaInput {
  return {
    title: page === 1 ? name : `${name}, page ${page}`,
    description: SENTENCES[kind](name),
    path: page === 1 ? path : `${path}?page=${page}`,
    jsonLd: [
      breadcrumbList(site.siteUrl, [
        { name: 'Home', path: '/' },
        { name, path },
      ]),
    ],
  };
}
