// The article table. The checkboxes belong to the bulk bar's form, because a row may contain its own form.
import { Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import {
  type ArticleListQuery,
  articleListAddress,
  nextSort,
  type Sort,
} from '~/features/articles/list/article-list-query';
import type { ArticleListView } from '~/features/articles/list/article-list-view';
import type { Selection } from '~/layouts/admin/list/use-selection';
import { useMay } from '~/layouts/admin/shell/use-may';
import { ArticleRow } from './article-row';

interface ArticleTableProps {
  view: ArticleListView;
  selection: Selection;
  /** IDs of articles with a pending submission. */
  pending: string[];
}

const COLUMNS: { sort: Sort; label: string }[] = [
  { sort: 'title', label: 'Title' },
  { sort: 'category', label: 'Category' },
  { sort: 'status', label: 'Status' },
  { sort: 'author', label: 'Author' },
];

const FIGURES: { sort: Sort; label: string }[] = [
  { sort: 'views', label: 'Views' },
  { sort: 'minutes', label: 'Minutes' },
];

export function ArticleTable({ view, selection, pending }: ArticleTableProps) {
  const { query, articles } = view;
  const isTrash = query.view === 'trash';
  const mayAll = useMay()('all articles');
  return (
    <div className="table-frame">
      <table className={mayAll ? 'table articles' : 'table articles articles--own'}>
        <caption className="sr-only">{isTrash ? 'Articles in the Trash' : 'Articles'}</caption>
        <thead>
          <tr>
            {mayAll && (
              <th className="articles__check" scope="col">
                <SelectAll selection={selection} />
              </th>
            )}
            <th className="articles__thumb" scope="col">
              <span className="sr-only">Image</span>
            </th>
            {COLUMNS.map((column) => (
              <SortHead key={column.sort} query={query} {...column} />
            ))}
            <SortHead
              query={query}
              sort={isTrash ? 'created' : 'date'}
              label={isTrash ? 'Deleted' : 'Publish Date'}
            />
            {!isTrash &&
              FIGURES.map((column) => (
                <SortHead key={column.sort} query={query} {...column} note=" of the last 28 days" />
              ))}
            <th className="articles__actions" scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {articles.map((article) => (
            <ArticleRow
              key={article.id}
              article={article}
              query={query}
              selection={selection}
              isPending={pending.includes(article.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SelectAll({ selection }: { selection: Selection }) {
  const box = useRef<HTMLInputElement>(null);
  const isSome = selection.ids.length > 0 && !selection.isAll;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label className="articles__box needs-js">
      <input ref={box} type="checkbox" checked={selection.isAll} onChange={selection.toggleAll} />
      <span className="sr-only">Select all on this page</span>
    </label>
  );
}

interface SortHeadProps {
  query: ArticleListQuery;
  sort: Sort;
  label: string;
  /** Read by screen readers after the label. */
  note?: string;
}

function SortHead({ query, sort, label, note }: SortHeadProps) {
  const isSorted = query.sort === sort;
  const direction = query.order === 'asc' ? 'ascending' : 'descending';
  return (
    <th className={`articles__${sort}`} scope="col" aria-sort={isSorted ? direction : undefined}>
      <Link className="table__sort" to={articleListAddress(query, nextSort(query, sort))} preventScrollReset>
        {label}
        {note && <span className="sr-only">{note}</span>}
        <svg className="table__arrow" viewBox="0 0 10 10" width={10} height={10} aria-hidden="true">
          <path d={query.order === 'asc' ? 'M5 2v6M2.5 4.5 5 2l2.5 2.5' : 'M5 8V2M2.5 5.5 5 8l2.5-2.5'} />
        </svg>
      </Link>
    </th>
  );
}
