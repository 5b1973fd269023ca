// Resolves a save conflict: shows both versions of each field that differs, and lets the editor choose.
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { TabCopy } from '~/features/articles/editor/drafts.server';
import type { EditorFields } from '~/features/articles/editor/editor-fields';
import { RelativeTime } from '../list/relative-time';
import { DiffText } from './diff-text';
import type { Conflict } from './use-conflict';

interface ConflictPageProps {
  refused: Conflict;
  /** Called when the editor discards the unsaved version. */
  onDiscard(): void;
}

const YOURS = 'You changed it in another tab or on another device while you were editing here.';

export function ConflictPage({ refused, onDiscard }: ConflictPageProps) {
  const { id, copyId, restored, fields, version, conflict } = refused;
  const { isYours } = conflict;
  const here = `/admin/articles/${id}/edit`;
  const heading = useRef<HTMLHeadingElement>(null);
  const { formData } = useNavigation();
  const next = formData?.get('intent') === 'merge' ? formData.get('next') : null;
  // The page replaces a form that may have been scrolled far down.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <Form className="conflict" method="post" action={here} encType="multipart/form-data">
        <input type="hidden" name="intent" value="merge" />
        {/* Until the merge is saved, the unsaved text is still based on the version it started from. */}
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="over" value={conflict.version} />
        <TabCopyFields copyId={copyId} restored={restored} />
        <TypedFields fields={fields} />
        <header className="page-head">
          <div className="page-head__content">
            <h1 className="headline headline--2" tabIndex={-1} ref={heading}>
              {isYours ? 'You saved this article elsewhere' : 'Another editor saved this article'}
            </h1>
            <p className="refusal" role="alert">
              <strong>{refused.title}.</strong> {isYours ? YOURS : refused.message}
            </p>
            <p className="page-head__text">
              {isYours ? 'You' : (conflict.savedBy ?? 'Another editor')} saved it{' '}
              <RelativeTime at={conflict.savedAt} />. Your changes are still here. Choose which version of
              each field to keep.
            </p>
          </div>
          <div className="page-head__actions">
            <button
              className="button button--quiet"
              type="submit"
              name="next"
              value="edit"
              disabled={next !== null}
            >
              {next === 'edit' ? 'Opening...' : 'Keep Editing'}
            </button>
            <button className="button" type="submit" name="next" value="save" disabled={next !== null}>
              {next === 'save' ? 'Saving...' : 'Save Article'}
            </button>
          </div>
        </header>
        {conflict.differences.map(({ field, label, from, to, parts, suggested, isChangedByBoth }) => (
          <fieldset className="conflict__part panel" key={field}>
            <legend className="conflict__label">
              {label}
              {isChangedByBoth && (
                <span className="conflict__note">{isYours ? 'Changed in both' : 'Changed by both'}</span>
              )}
            </legend>
            <div className="conflict__sides">
              <label className="conflict__side">
                <span className="conflict__choice">
                  <input type="radio" name={`take-${field}`} value="" defaultChecked={suggested === 'mine'} />
                  {isYours ? 'Typed here' : 'Mine'}
                </span>
                <DiffText parts={parts} side="added" whole={to} />
              </label>
              <label className="conflict__side">
                <span className="conflict__choice">
                  <input
                    type="radio"
                    name={`take-${field}`}
                    value={field}
                    defaultChecked={suggested === 'theirs'}
                  />
                  {isYours ? 'Saved elsewhere' : 'Theirs'}
                </span>
                <DiffText parts={parts} side="removed" whole={from} />
              </label>
            </div>
          </fieldset>
        ))}
      </Form>
      <Form className="conflict__discard" method="post" action={here} reloadDocument onSubmit={onDiscard}>
        <input type="hidden" name="draft" value={copyId} />
        <button className="button button--text" type="submit" name="intent" value="discard">
          Discard {isYours ? 'These Changes' : 'My Changes'} and Open the Saved Version
        </button>
      </Form>
    </>
  );
}

/** All submitted fields as hidden inputs. */
function TypedFields({ fields }: { fields: EditorFields }) {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (typeof value === 'boolean') return value ? [hidden(name, 'on')] : [];
    return [value].flat().map((each) => hidden(name, each));
  });
}

function hidden(name: string, value: string) {
  // Hidden inputs lose line breaks; a textarea keeps them.
  return name === 'content' || name === 'summary' ? (
    <textarea key={name} name={name} hidden readOnly value={value} />
  ) : (
    <input key={`${name}-${value}`} type="hidden" name={name} value={value} />
  );
}

/** Hidden fields with the tab's copy id, and the draft that the form was restored from. */
export function TabCopyFields({ copyId, restored }: TabCopy) {
  return (
    <>
      <input type="hidden" name="copy" value={copyId} />
      {restored && (
        <>
          <input type="hidden" name="restored" value={restored.id} />
          <input type="hidden" name="restoredAt" value={restored.savedAt} />
        </>
      )}
    </>
  );
}
