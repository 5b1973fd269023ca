// What search engines read about a plain list of articles: all stories, a tag's, an author's.
import type { ArticleListData } from '~/features/articles/article-pages';
import { breadcrumbList } from './json-ld.server';
import type { PageFacts, Site } from './page-meta.server';

const SENTENCES: Record<ArticleListData['kind'], (name: string) => string> = {
  all: () => 'Every story of the magazine, newest first.',
  tag: (name) => `Stories for law firm owners about ${name}.`,
  author: (name) => `Stories by ${name}.`,
};

/** `path` is the address of the list's first page. */
export function listFacts({ kind, name, page }: ArticleListData, path: string, site: Site): PageFacts {
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
