// What the form of a page was drawn from. A save makes it begin anew, unless somebody went on typing meanwhile: their words
// stay where they are, and are unsaved words over what that save made.
import { useNavigation } from '@remix-run/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { EditedPage, PageFields } from '~/features/pages/page-view';
import { useWhenUnsent } from '~/ui/unsent-forms';
import { newCopyId } from '../admin/living-tabs';
import { takeOver } from '../admin/take-over';
import { isSamePage, type PageCopy, pageFieldsIn, readPageFields } from './page-copies';

interface DrawnPage {
  /** Another one is another form: its fields begin anew. */
  key: number;
  /** Under which this tab keeps what is typed. */
  copyId: string;
  /** What the fields begin with. Null only beside a refusal. */
  page: EditedPage | null;
  /** As this tab opened or saved it. */
  saved: EditedPage | null;
  /** The words that the fields begin with, if this browser kept them. */
  restored: PageCopy | null;
}

interface Drawn {
  drawn: DrawnPage;
  restore(copy: PageCopy): void;
}

/**
 * What another one saves meanwhile is no state that this form began with, and the address of new pages makes another id
 * whenever it is asked.
 * @param found as the server tells it now
 */
export function useDrawnPage(
  form: RefObject<HTMLFormElement>,
  found: EditedPage | null,
  isRefused: boolean,
): Drawn {
  const [drawn, setDrawn] = useState(() => begin(found));
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
    const said = sent.current;
    if (state !== 'idle' || !said) return;
    sent.current = null;
    if (isRefused) return;
    const isUntouched = !form.current || isSamePage(readPageFields(form.current), said.fields);
    if (form.current && found && !isUntouched)
      takeOver(form.current, ['slug', 'summary'], said.fields, found);
    setDrawn(({ key, copyId }) => ({ ...begin(found), key: isUntouched ? key + 1 : key, copyId }));
  }, [state, formData, found, isRefused, form]);
  const isAnother = found && drawn.page && isAnotherPage(found, drawn.page) && found.id !== sent.current?.id;
  if (isAnother) setDrawn(({ key }) => ({ ...begin(found), key: key + 1 }));
  return {
    drawn,
    restore: (copy) =>
      setDrawn(({ key, saved }) => ({
        // Under a copy of its own: what was typed into the form before it stays, and can be brought back.
        ...begin(saved),
        key: key + 1,
        // Kept words are saved over the version that they began with: over a later one only after a look at both.
        page: saved && { ...saved, ...copy.fields, version: copy.version },
        restored: copy,
      })),
  };
}

/** A new one has no version yet. */
function isAnotherPage(found: EditedPage, drawn: EditedPage): boolean {
  return found.version > 0 ? found.id !== drawn.id : drawn.version > 0;
}

const begin = (page: EditedPage | null): DrawnPage => ({
  key: 0,
  copyId: newCopyId(),
  page,
  saved: page,
  restored: null,
});
