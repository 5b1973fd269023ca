// Actions on all selected articles. Shown from the first selection; without JavaScript, always.
import { Form } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import {
  ARTICLES_PATH,
  type ArticleListQuery,
  articleListAddress,
  articleListFields,
} from '~/features/articles/list/article-list-query';
import { BULK_FORM, type Selection } from '~/layouts/admin/list/use-selection';

export function BulkBar({ query, selection }: { query: ArticleListQuery; selection: Selection }) {
  const { length } = selection.ids;
  const isTrash = query.view === 'trash';
  const bar = useRef<HTMLFormElement>(null);
  // The bar disappears with the last selection. If it held the focus, move the focus to the table head.
  useEffect(() => {
    if (length > 0 || !bar.current?.contains(document.activeElement)) return;
    bar.current.parentElement?.querySelector<HTMLElement>('thead input')?.focus({ preventScroll: true });
  }, [length]);
  return (
    <Form
      className="bulk-bar"
      id={BULK_FORM}
      method="post"
      action={articleListAddress(query)}
      aria-label="Selected articles"
      data-empty={length === 0 || undefined}
      ref={bar}
      preventScrollReset
    >
      <p className="bulk-bar__count" role="status">
        {length > 0 ? `${length} selected` : 'Selected articles'}
        {length > 0 && (
          <span className="sr-only">. Press Enter in a checkbox to go to the bulk actions.</span>
        )}
      </p>
      {/* Dialogs open by URL, so a GET submit must also carry the list's filters. */}
      {articleListFields(query).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {isTrash ? (
        <>
          <PostButton intent="restore" label="Restore" />
          <DialogButton bulk="erase" label="Delete Permanently" danger />
        </>
      ) : (
        <>
          <DialogButton bulk="category" label="Assign Category" />
          <PostButton intent="publish" label="Publish" />
          <PostButton intent="archive" label="Archive" />
          <DialogButton bulk="delete" label="Delete" danger />
        </>
      )}
      <button className="bulk-bar__button bulk-bar__clear" type="reset" onClick={selection.clear}>
        Clear Selection
      </button>
    </Form>
  );
}

function PostButton({ intent, label }: { intent: string; label: string }) {
  return (
    <button className="bulk-bar__button" type="submit" name="intent" value={intent}>
      {label}
    </button>
  );
}

/** Opens a confirmation dialog. */
function DialogButton({
  bulk,
  label,
  danger = false,
}: {
  bulk: string;
  label: string;
  danger?: boolean | undefined;
}) {
  return (
    <button
      className={danger ? 'bulk-bar__button bulk-bar__button--danger' : 'bulk-bar__button'}
      type="submit"
      formMethod="get"
      formAction={ARTICLES_PATH}
      name="bulk"
      value={bulk}
    >
      {label}
    </button>
  );
}
