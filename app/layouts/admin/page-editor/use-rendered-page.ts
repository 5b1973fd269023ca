// The state that the page's form was rendered from. The form stays after a save, with the focus and the undo history.
// Text typed during the save is an unsaved change to the new version.
import { useNavigation } from '@remix-run/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { EditedPage, PageFields } from '~/features/pages/page-view';
import { textOf } from '~/lib/html/html-tree';
import { readHtml } from '~/ui/rich-text/html/dom-tree';
import { useWhenUnsent } from '~/ui/unsent-forms';
import { applySavedValues } from '../unsaved/apply-saved-values';
import { newCopyId } from '../unsaved/tab-locks';
import { isSamePage, NORMALIZED, type PageCopy, pageFieldsIn, readPageFields } from './page-copies';

interface RenderedForm {
  /** A React key; another one starts a new form. */
  key: number;
  /** Increases whenever the form starts again, and with every save. */
  turn: number;
  /** The id of this tab's local copy. */
  copyId: string;
  /** The initial values of the fields. Null only together with a refusal. */
  page: EditedPage | null;
  /** The page as this tab loaded or saved it. */
  saved: EditedPage | null;
  /** The saved page as the form has it: the server cleans HTML, and the editor keeps what was submitted. */
  asSubmitted: PageFields | null;
  /** The local copy that the fields were restored from. */
  restored: PageCopy | null;
}

interface Rendered {
  rendered: RenderedForm;
  restore(copy: PageCopy): void;
}

/**
 * Ignores versions that other editors save, and the new id that the loader for new pages returns on every
 * call.
 * @param found the page as of the last load
 */
export function useRenderedPage(
  form: RefObject<HTMLFormElement>,
  found: EditedPage | null,
  isRefused: boolean,
): Rendered {
  const [rendered, setRendered] = useState(() => begin(found));
  const sent = useRef<{ id: string; fields: PageFields } | null>(null);
  const { state, formData } = useNavigation();
  useWhenUnsent(() => {
    sent.current = null;
  });
  useEffect(() => {
    if (formData?.has('version')) {
      sent.current = { id: String(formData.get('id')), fields: pageFieldsIn(formData) };
      return;
    }
    const submitted = sent.current;
    if (state !== 'idle' || !submitted) return;
    sent.current = null;
    if (isRefused) return;
    const isUntouched = form.current && isSamePage(readPageFields(form.current), submitted.fields);
    // If another person has already saved again, the next save would replace that text without a conflict.
    const isReplaced = isUntouched && found && plainText(found) !== plainText(submitted.fields);
    const asSubmitted = form.current && found && applySaved(form.current, submitted.fields, found);
    setRendered(({ copyId, ...before }) => {
      const { key, turn } = next(before);
      return { ...begin(found), key: isReplaced ? key : before.key, turn, copyId, asSubmitted };
    });
  }, [state, formData, found, isRefused, form]);
  const isAnother =
    found && rendered.page && isAnotherPage(found, rendered.page) && found.id !== sent.current?.id;
  if (isAnother) setRendered((before) => ({ ...begin(found), ...next(before) }));
  return {
    rendered,
    restore: (copy) =>
      setRendered(({ saved, ...before }) => ({
        // A new copy id, so that the text that was in the form before can be restored too.
        ...begin(saved),
        ...next(before),
        // Save over the version that the copy started from: a later version then causes a conflict.
        page: saved && { ...saved, ...copy.fields, version: copy.version },
        restored: copy,
      })),
  };
}

/** A new page has no version yet. */
function isAnotherPage(found: EditedPage, rendered: EditedPage): boolean {
  return found.version > 0 ? found.id !== rendered.id : rendered.version > 0;
}

/** Returns the saved page as the form then has it. */
function applySaved(form: HTMLFormElement, submitted: PageFields, stored: EditedPage): PageFields {
  const read = () => readPageFields(form).content;
  const isSameText = read() === submitted.content;
  applySavedValues(form, NORMALIZED, submitted, stored);
  return { ...stored, content: isSameText ? read() : submitted.content };
}

/** Without spaces, which the server normalizes. */
const plainText = ({ content }: PageFields) =>
  [textOf(readHtml(content)), ...(content.match(/ href="[^"]*"/g) ?? [])].join('').replace(/\s/g, '');

/** Starts a new form. */
const next = ({ key, turn }: Pick<RenderedForm, 'key' | 'turn'>) => ({ key: key + 1, turn: turn + 1 });

const begin = (page: EditedPage | null): RenderedForm => ({
  key: 0,
  turn: 0,
  copyId: newCopyId(),
  page,
  saved: page,
  asSubmitted: null,
  restored: null,
});
