// The rows. Each box belongs to the form of the bulk bar, so that a row may hold a form of its own.
import { Form, Link } from '@remix-run/react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { DESK_PATH, type DeskQuery, deskAddress, nextSort, type Sort } from '~/features/articles/desk-query';
import { type DeskArticle, type DeskView, statusLabel } from '~/features/articles/desk-view';
import { thumbnailSource } from '~/features/media/picture';
import { BULK_FORM, type Selection } from './use-selection';

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
  return (
    <div className="table-frame">
      <table className="table articles">
        <caption className="sr-only">{isTrash ? 'Articles in the Trash' : 'Articles'}</caption>
        <thead>
          <tr>
            <th className="articles__check" scope="col">
              <SelectAll selection={selection} />
            </th>
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
            <Row
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

interface RowProps {
  article: DeskArticle;
  query: DeskQuery;
  selection: Selection;
  isPending: boolean;
}

function Row({ article, query, selection, isPending }: RowProps) {
  const { id, title, summary, status, deleted } = article;
  const isChosen = selection.has(id);
  const toggle = ({ nativeEvent }: { nativeEvent: Event }) =>
    selection.toggle(id, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey);
  // Shift and click would mark text besides.
  const keepText = (event: MouseEvent) => {
    if (event.shiftKey) event.preventDefault();
  };
  return (
    <tr data-chosen={isChosen || undefined} data-pending={isPending || undefined}>
      <td className="articles__check">
        <label className="articles__box" onMouseDown={keepText}>
          <input type="checkbox" name="id" value={id} form={BULK_FORM} checked={isChosen} onChange={toggle} />
          <span className="sr-only">Select {title}</span>
        </label>
      </td>
      <td className="articles__thumb">
        <img
          src={thumbnailSource(article.image)}
          width={80}
          height={60}
          alt=""
          loading="lazy"
          decoding="async"
        />
      </td>
      <td className="articles__title">
        {deleted ? (
          <span className="articles__name">{title}</span>
        ) : (
          <Link className="articles__name" to={`${DESK_PATH}/${id}/edit`}>
            {title}
          </Link>
        )}
        {(article.isFeatured || article.isPopular) && (
          <span className="articles__badges">
            {article.isFeatured && <span className="tag-badge tag-badge--featured">Featured</span>}
            {article.isPopular && <span className="tag-badge">Popular</span>}
          </span>
        )}
        {summary && <p className="articles__summary">{summary}</p>}
      </td>
      <td className="articles__category">
        {article.category ?? <span className="articles__none">No Category</span>}
      </td>
      <td className="articles__status">
        <span className={`status status--${status}`}>{statusLabel(status)}</span>
        {article.publishAt && !deleted && (
          <span className="articles__moment">
            <span className="sr-only">Will be published </span>
            {article.publishAt}
          </span>
        )}
      </td>
      <td className="articles__author">{article.author}</td>
      <td className="articles__date">
        {deleted ? (
          <>
            {deleted.date}
            <span className="articles__moment">{daysLeft(deleted.daysLeft)}</span>
          </>
        ) : (
          article.publishDate
        )}
      </td>
      <td className="articles__actions">
        {deleted ? (
          <TrashActions article={article} query={query} />
        ) : (
          <Actions article={article} query={query} />
        )}
      </td>
    </tr>
  );
}

function daysLeft(days: number): string {
  return days === 0 ? 'goes today' : `${days} ${days === 1 ? 'day' : 'days'} left`;
}

type ActionsProps = Pick<RowProps, 'article' | 'query'>;

function Actions({ article: { id, slug, title }, query }: ActionsProps) {
  const name = <span className="sr-only"> {title}</span>;
  return (
    <div className="row-actions">
      <a className="row-action" href={`/article/${slug}`}>
        View{name}
      </a>
      <Link className="row-action" to={`${DESK_PATH}/${id}/edit`}>
        Edit{name}
      </Link>
      <Link
        className="row-action row-action--danger"
        to={deskAddress(query, {}, [['delete', id]])}
        preventScrollReset
      >
        Delete{name}
      </Link>
    </div>
  );
}

function TrashActions({ article: { id, title }, query }: ActionsProps) {
  const name = <span className="sr-only"> {title}</span>;
  return (
    <div className="row-actions">
      <Form method="post" action={deskAddress(query)} preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <button className="row-action" type="submit" name="intent" value="restore">
          Restore{name}
        </button>
      </Form>
      <Link
        className="row-action row-action--danger"
        to={deskAddress(query, {}, [['erase', id]])}
        preventScrollReset
      >
        Delete for good{name}
      </Link>
    </div>
  );
}
