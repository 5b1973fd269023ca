// What the newsroom's article list shows, as its address says it. Pure; browsers load this.
import { toSearchText } from '~/lib/search-text';
import { ARTICLE_STATUSES, type ArticleStatus } from './article-status';

export const PAGE_SIZES = [10, 25, 50] as const;
/** By the moment an article was made, the newest first, unless a column's head was chosen. */
export const SORTS = ['created', 'title', 'category', 'status', 'author', 'date'] as const;
export type Sort = (typeof SORTS)[number];
export type Order = 'asc' | 'desc';

export interface DeskQuery {
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

/** The value if it is one of them, else the first of them. */
function oneOf<T extends string | number>(values: readonly [T, ...T[]], text: string | null): T {
  return values.find((value) => String(value) === text) ?? values[0];
}

/** What an address does not say, or says in a way that nobody understands, is as it is by default. */
export function toDeskQuery(params: URLSearchParams): DeskQuery {
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

/** Dates begin with the newest, words with A. */
export function firstOrder(sort: Sort): Order {
  return sort === 'created' || sort === 'date' ? 'desc' : 'asc';
}

export function otherOrder(order: Order): Order {
  return order === 'asc' ? 'desc' : 'asc';
}

/** What an address has to say of a query: all that is not as it is by default. */
export function deskFields(query: DeskQuery): [name: string, value: string][] {
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
  return fields.filter(([, , isSaid]) => isSaid).map(([name, value]) => [name, value]);
}

export const DESK_PATH = '/admin/articles';

/** The list's address, perhaps with a dialog's fields behind. Whoever changes anything but the page begins at page 1. */
export function deskAddress(
  query: DeskQuery,
  change: Partial<DeskQuery> = {},
  dialog: [name: string, value: string][] = [],
): string {
  const page = 'page' in change || Object.keys(change).length === 0 ? query.page : 1;
  const params = new URLSearchParams([...deskFields({ ...query, page, ...change }), ...dialog]);
  const text = params.toString();
  return text ? `${DESK_PATH}?${text}` : DESK_PATH;
}

/** Where a click on a column's head leads: its first order, then the other one, then back to the newest first. */
export function nextSort(query: DeskQuery, sort: Sort): Pick<DeskQuery, 'sort' | 'order'> {
  if (query.sort !== sort) return { sort, order: firstOrder(sort) };
  if (query.order === firstOrder(sort)) return { sort, order: otherOrder(query.order) };
  return { sort: 'created', order: firstOrder('created') };
}

/** Something narrows the list, so that it being empty does not mean that there is nothing. */
export function isNarrowed({ search, status, categoryId }: DeskQuery): boolean {
  return search !== '' || status !== 'all' || categoryId !== 'all';
}
