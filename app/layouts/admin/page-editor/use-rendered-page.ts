// The state that the page's form was rendered from. A save starts a new form, unless the text changed during
// the save: then the text stays, as an unsaved change to the new version.
import { useNavigation } from '@remix-run/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { EditedPage, PageFields } from '~/features/pages/page-view';
import { useWhenUnsent } from '~/ui/unsent-forms';
import { applySavedValues } from '../unsaved/apply-saved-values';
import { newCopyId } from '../unsaved/tab-locks';
import { isSamePage, type PageCopy, pageFieldsIn, readPageFields } from './page-copies';

interface RenderedForm {
  /** A React key; another one starts a new form. */
  key: number;
  /** The id of this tab's local copy. */
  copyId: string;
  /** The initial values of the fields. Null only together with a refusal. */
  page: EditedPage | null;
  /** The page as this tab loaded or saved it. */
  saved: EditedPage | null;
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
    const isUntouched = !form.current || isSamePage(readPageFields(form.current), submitted.fields);
    if (form.current && found && !isUntouched)
      applySavedValues(
        form.current,
        ['slug', 'summary', 'canonicalUrl', 'socialImage'],
        submitted.fields,
        found,
      );
    setRendered(({ key, copyId }) => ({ ...begin(found), key: isUntouched ? key + 1 : key, copyId }));
  }, [state, formData, found, isRefused, form]);
  const isAnother =
    found && rendered.page && isAnotherPage(found, rendered.page) && found.id !== sent.current?.id;
  if (isAnother) setRendered(({ key }) => ({ ...begin(found), key: key + 1 }));
  return {
    rendered,
    restore: (copy) =>
      setRendered(({ key, saved }) => ({
        // A new copy id, so that the text that was in the form before can be restored too.
        ...begin(saved),
        key: key + 1,
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

const begin = (page: EditedPage | null): RenderedForm => ({
  key: 0,
  copyId: newCopyId(),
  page,
  saved: page,
  restored: null,
});
