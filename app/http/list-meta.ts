import type { MetaDescriptor } from '@remix-run/cloudflare';
import type { ArticleListData } from '~/features/articles/article-pages';
import { breadcrumbList } from './json-ld';
import { chromeOf, pageMeta } from './page-meta';

const SENTENCES: Record<ArticleListData['kind'], (name: string) => string> = {
  all: () => 'Every story of the magazine, newest first.',
  tag: (name) => `Stories for law firm owners about ${name}.`,
  author: (name) => `Stories by ${name}.`,
};

/** Meta of a plain list of articles: all stories, a tag's, an author's. */
export function listMeta(
  data: ArticleListData | undefined,
  matches: Parameters<typeof chromeOf>[0],
  path: string,
): MetaDescriptor[] {
  const chrome = chromeOf(matches);
  if (!data) return [{ title: 'Page not found' }];
  return pageMeta(chrome, {
    title: data.page === 1 ? data.name : `${data.name}, page ${data.page}`,
    description: SENTENCES[data.kind](data.name),
    path: data.page === 1 ? path : `${path}?page=${data.page}`,
    jsonLd: chrome && [
      breadcrumbList(chrome.siteUrl, [
        { name: 'Home', path: '/' },
        { name: data.name, path },
      ]),
    ],
  });
}
