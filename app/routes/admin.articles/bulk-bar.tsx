// What can be done to all ticked rows. With JavaScript it comes with the first tick; without, it is always there.
import { Form } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { DESK_PATH, type DeskQuery, deskAddress, deskFields } from '~/features/articles/desk-query';
import { BULK_FORM, type Selection } from './use-selection';

export function BulkBar({ query, selection }: { query: DeskQuery; selection: Selection }) {
  const { length } = selection.ids;
  const isTrash = query.view === 'trash';
  const bar = useRef<HTMLFormElement>(null);
  // It goes with the last tick; whoever pressed one of its buttons goes on at the head of the list.
  useEffect(() => {
    if (length > 0 || !bar.current?.contains(document.activeElement)) return;
    bar.current.parentElement?.querySelector<HTMLElement>('thead input')?.focus({ preventScroll: true });
  }, [length]);
  return (
    <Form
      className="bulk-bar"
      id={BULK_FORM}
      method="post"
      action={deskAddress(query)}
      aria-label="Selected articles"
      data-empty={length === 0 || undefined}
      ref={bar}
      preventScrollReset
    >
      <p className="bulk-bar__count" role="status">
        {length > 0 ? `${length} selected` : 'With the selected articles'}
        {length > 0 && (
          <span className="sr-only">: Enter leads from a box to what can be done with them</span>
        )}
      </p>
      {/* Dialogs are addresses: these travel along with what is ticked. */}
      {deskFields(query).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {isTrash ? (
        <>
          <PostButton intent="restore" label="Restore" />
          <DialogButton bulk="erase" label="Delete for good" danger />
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

/** Asks first. */
function DialogButton({ bulk, label, danger = false }: { bulk: string; label: string; danger?: boolean }) {
  return (
    <button
      className={danger ? 'bulk-bar__button bulk-bar__button--danger' : 'bulk-bar__button'}
      type="submit"
      formMethod="get"
      formAction={DESK_PATH}
      name="bulk"
      value={bulk}
    >
      {label}
    </button>
  );
}
