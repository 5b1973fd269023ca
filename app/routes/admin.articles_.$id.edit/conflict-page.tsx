// A stale save: for each part that differs, both versions beside each other and a choice. Nothing typed is lost.
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { EditorFields } from '~/features/articles/editor-fields';
import { Moment } from '../admin/moment';
import { DiffText } from './diff-text';
import { TabCopyFields } from './tab-copy-fields';
import type { Conflict } from './use-conflict';

interface ConflictPageProps {
  refused: Conflict;
  /** What was typed is given up. */
  onDiscard(): void;
}

const YOURS = 'It changed in another tab or on another device of yours while you were writing here.';

export function ConflictPage({ refused, onDiscard }: ConflictPageProps) {
  const { id, copyId, restored, fields, version, conflict } = refused;
  const { isYours } = conflict;
  const here = `/admin/articles/${id}/edit`;
  const heading = useRef<HTMLHeadingElement>(null);
  const { formData } = useNavigation();
  const next = formData?.get('intent') === 'merge' ? formData.get('next') : null;
  // It comes in the place of a form that may have been scrolled far down.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <Form className="conflict" method="post" action={here} encType="multipart/form-data">
        <input type="hidden" name="intent" value="merge" />
        {/* Until the parts are one, what was typed belongs to the version that it began with. */}
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="over" value={conflict.version} />
        <TabCopyFields copyId={copyId} restored={restored} />
        <TypedFields fields={fields} />
        <header className="page-head">
          <div className="page-head__words">
            <h1 className="headline headline--2" tabIndex={-1} ref={heading}>
              {isYours ? 'You saved this article elsewhere' : 'Somebody else saved this article'}
            </h1>
            <p className="refusal" role="alert">
              <strong>{refused.title}.</strong> {isYours ? YOURS : refused.message}
            </p>
            <p className="page-head__text">
              {isYours ? 'You' : (conflict.savedBy ?? 'Somebody')} saved it <Moment at={conflict.savedAt} />.
              Nothing you typed is lost: choose what to keep of each part.
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
              {next === 'edit' ? 'Opening...' : 'Keep editing'}
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
                <span className="conflict__note">{isYours ? 'changed in both' : 'changed by both'}</span>
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
          Discard {isYours ? 'what I typed here' : 'mine'} and open the saved version
        </button>
      </Form>
    </>
  );
}

/** All that was typed, as the editor's form would send it. */
function TypedFields({ fields }: { fields: EditorFields }) {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (typeof value === 'boolean') return value ? [hidden(name, 'on')] : [];
    return [value].flat().map((each) => hidden(name, each));
  });
}

function hidden(name: string, value: string) {
  // A text area keeps its lines; a hidden field need not.
  return name === 'content' || name === 'summary' ? (
    <textarea key={name} name={name} hidden readOnly value={value} />
  ) : (
    <input key={`${name}-${value}`} type="hidden" name={name} value={value} />
  );
}
