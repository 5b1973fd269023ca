// The rows. Each box belongs to the form of the bulk bar, so that a row may hold a form of its own.
import { Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { type DeskQuery, deskAddress, nextSort, type Sort } from '~/features/articles/desk-query';
import type { DeskView } from '~/features/articles/desk-view';
import { useMay } from '../admin/use-may';
import { ArticleRow } from './article-row';
import type { Selection } from './use-selection';

interface ArticleTableProps {
  view: DeskView;
  selection: Selection;
  /** Rows that a form is under way for. */
  pending: string[];
}

const COLUMNS: { sort: Sort; label: string }[] = [
  { sort: 'title', label: 'Title' },
  { sort: 'category', label: 'Category' },
  { sort: 'status', label: 'Status' },
  { sort: 'author', label: 'Author' },
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

function SortHead({ query, sort, label }: { query: DeskQuery; sort: Sort; label: string }) {
  const isSorted = query.sort === sort;
  const direction = query.order === 'asc' ? 'ascending' : 'descending';
  return (
    <th className={`articles__${sort}`} scope="col" aria-sort={isSorted ? direction : undefined}>
      <Link className="table__sort" to={deskAddress(query, nextSort(query, sort))} preventScrollReset>
        {label}
        <svg className="table__arrow" viewBox="0 0 10 10" width={10} height={10} aria-hidden="true">
          <path d={query.order === 'asc' ? 'M5 2v6M2.5 4.5 5 2l2.5 2.5' : 'M5 8V2M2.5 5.5 5 8l2.5-2.5'} />
        </svg>
      </Link>
    </th>
  );
}
