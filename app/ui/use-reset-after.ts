// Empties a form that stays on the page after it was sent.
import { useNavigation } from '@remix-run/react';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Resets the form once its submission has succeeded.
 * @param intent the value of the form's `intent` field
 * @param refused set if it failed; the typed text then stays
 */
export function useResetAfter(intent: string, refused: object | null): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  const wasSent = useRef(false);
  const { state, formData } = useNavigation();
  const isSending = formData?.get('intent') === intent;
  useEffect(() => {
    if (isSending) wasSent.current = true;
    if (state !== 'idle' || !wasSent.current) return;
    wasSent.current = false;
    if (!refused) form.current?.reset();
  }, [state, isSending, refused]);
  return form;
}
