// What a search returns, for pages, the dialog and the API.
import type { ArticleCardView, PageCard } from '~/features/articles/public/article-view';
import { countOf } from '~/lib/text';
import { SEARCH_MOST, type SearchQuery, type SearchState } from './search-query';

/**
 * Why an article was found: it contains all words, some of them, or the typed text as part of words; `closest` if nothing was
 * found and it contains some of the words.
 */
export type MatchKind = 'words' | 'some' | 'text' | 'closest';

export interface Found<Article> {
  article: Article;
  kind: MatchKind;
  /** Up to 300 characters of the text around the match; null if only title, summary, tags or names match. */
  excerpt: string | null;
}

/** A filter value with the number of matching articles. */
export interface Facet {
  slug: string;
  name: string;
  count: number;
}

export interface SearchFacets {
  categories: Facet[];
  authors: Facet[];
  years: { year: number; count: number }[];
}

export interface SearchResults<Article = ArticleCardView> {
  found: Found<Article>[];
  /** At most `SEARCH_MOST`; with `isMore` there are more. */
  total: number;
  isMore: boolean;
  /** The words that were searched instead of mistyped ones, or null. */
  corrected: string | null;
  /** Words and phrases to mark in the results, in lower case and without accents. */
  forms: string[];
  facets: SearchFacets | null;
}

/** A category, tag, author or page whose name matches the query. */
export interface NamedMatch {
  kind: 'category' | 'tag' | 'author' | 'page';
  name: string;
  path: string;
}

export const NO_RESULTS: SearchResults<never> = {
  found: [],
  total: 0,
  isMore: false,
  corrected: null,
  forms: [],
  facets: null,
};

/** What the dialog shows: articles, and categories, tags, authors and pages whose names match the query. */
export interface DialogResults extends SearchResults {
  named: NamedMatch[];
}

/** A text in parts: every second one is a match. */
export type MarkedText = string[];

/** `summary` is the text around the match if the article's own has none. */
export interface FoundCard extends PageCard {
  kind: MatchKind;
  marked: { title: MarkedText; summary: MarkedText };
}

/** `/search`; `short` if the trimmed query has fewer than 2 characters, `idle` without a query. */
export interface SearchPageData extends Pick<SearchResults, 'total' | 'corrected' | 'facets'> {
  query: SearchQuery;
  state: SearchState;
  totalLabel: string;
  pageCount: number;
  found: FoundCard[];
}

/** `1,234 articles`, or `More than 1,000 articles`. */
export function totalLabel({ total, isMore }: Pick<SearchResults, 'total' | 'isMore'>): string {
  return isMore ? `More than ${countOf(SEARCH_MOST, 'article')}` : countOf(total, 'article');
}
