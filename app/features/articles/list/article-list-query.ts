// Converts the admin article list's filters, sorting and page to and from its URL. Pure; also runs in
// browsers.
import { toSearchText } from '~/lib/text';
import { ARTICLE_STATUSES, type ArticleStatus } from '../article';

export const PAGE_SIZES = [10, 25, 50] as const;
/** The sort keys. The first is the default: newest created first. */
export const SORTS = [
  'created',
  'title',
  'category',
  'status',
  'author',
  'date',
  'views',
  'minutes',
] as const;
export type Sort = (typeof SORTS)[number];
export type Order = 'asc' | 'desc';

export interface ArticleListQuery {
  view: 'articles' | 'trash';
  search: string;
  status: ArticleStatus | 'all';
  /** An id, 'none' for articles without a category, or 'all'. */
  categoryId: string;
  sort: Sort;
  order: Order;
  page: number;
  pageSize: (typeof PAGE_SIZES)[number];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The value that matches `text`, otherwise the first value. */
function oneOf<T extends string | number>(values: readonly [T, ...T[]], text: string | null): T {
  return values.find((value) => String(value) === text) ?? values[0];
}

/** Parses URL parameters. Missing and invalid ones get their defaults. */
export function toArticleListQuery(params: URLSearchParams): ArticleListQuery {
  const view = oneOf(['articles', 'trash'], params.get('view'));
  const sort = oneOf(SORTS, params.get('sort'));
  const search = toSearchText(params.get('search')).replace(/\s+/g, ' ');
  const categoryId = params.get('categoryId') ?? '';
  const isCategory = categoryId === 'none' || UUID.test(categoryId);
  const page = params.get('page') ?? '';
  const isTrash = view === 'trash';
  return {
    view,
    search,
    status: isTrash ? 'all' : oneOf(['all', ...ARTICLE_STATUSES], params.get('status')),
    categoryId: isTrash || !isCategory ? 'all' : categoryId.toLowerCase(),
    sort,
    order: oneOf([firstOrder(sort), otherOrder(firstOrder(sort))], params.get('order')),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    pageSize: oneOf(PAGE_SIZES, params.get('pageSize')),
  };
}

/** The default direction of a sort key: newest and most first, A to Z for text. */
export function firstOrder(sort: Sort): Order {
  return sort === 'title' || sort === 'category' || sort === 'status' || sort === 'author' ? 'asc' : 'desc';
}

export function otherOrder(order: Order): Order {
  return order === 'asc' ? 'desc' : 'asc';
}

/** URL parameters of a query, without those that have their default value. */
export function articleListFields(query: ArticleListQuery): [name: string, value: string][] {
  const { view, search, status, categoryId, sort, order, page, pageSize } = query;
  const fields: [string, string, boolean][] = [
    ['view', view, view !== 'articles'],
    ['search', search, search !== ''],
    ['status', status, status !== 'all'],
    ['categoryId', categoryId, categoryId !== 'all'],
    ['sort', sort, sort !== 'created'],
    ['order', order, order !== firstOrder(sort)],
    ['page', String(page), page !== 1],
    ['pageSize', String(pageSize), pageSize !== PAGE_SIZES[0]],
  ];
  return fields.filter(([, , isIncluded]) => isIncluded).map(([name, value]) => [name, value]);
}

export const ARTICLES_PATH = '/admin/articles';

/**
 * The URL of the list, optionally with the parameters of a dialog. Any change other than of the page returns
 * to page 1.
 */
export function articleListAddress(
  query: ArticleListQuery,
  change: Partial<ArticleListQuery> = {},
  dialog: [name: string, value: string][] = [],
): string {
  const page = 'page' in change || Object.keys(change).length === 0 ? query.page : 1;
  const params = new URLSearchParams([...articleListFields({ ...query, page, ...change }), ...dialog]);
  const text = params.toString();
  return text ? `${ARTICLES_PATH}?${text}` : ARTICLES_PATH;
}

/**
 * The sorting after a click on a column header: default direction, then the opposite, then newest first
 * again.
 */
export function nextSort(query: ArticleListQuery, sort: Sort): Pick<ArticleListQuery, 'sort' | 'order'> {
  if (query.sort !== sort) return { sort, order: firstOrder(sort) };
  if (query.order === firstOrder(sort)) return { sort, order: otherOrder(query.order) };
  return { sort: 'created', order: firstOrder('created') };
}

/** Whether filters are set. If they are, an empty list does not mean that there are no articles. */
export function hasFilters({ search, status, categoryId }: ArticleListQuery): boolean {
  return search !== '' || status !== 'all' || categoryId !== 'all';
}
