// The error message of a refused form. It is announced, and the focus moves to the first invalid field.
import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

interface FormRefusalProps {
  /** What failed and why; null without a failure. */
  refused: {
    title: string;
    message: string;
    isSignedOut?: boolean | undefined;
    progressTo?: string | undefined;
  } | null;
}

export function FormRefusal({ refused }: FormRefusalProps) {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!refused || focusInvalidField(box.current?.closest('form'))) return;
    // The button at the end of a long form leaves the message out of sight.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [refused]);
  if (!refused) return null;
  return (
    <p className="refusal" role="alert" ref={box}>
      <strong>{/[.:]$/.test(refused.title) ? refused.title : `${refused.title}.`}</strong> {refused.message}
      {refused.isSignedOut && <SignIn />}
      {refused.progressTo && (
        <>
          {' '}
          <a className="link" href={refused.progressTo} target="_blank" rel="noopener">
            View Its Progress
          </a>
        </>
      )}
    </p>
  );
}

/** Returns whether there is one. */
function focusInvalidField(within: Pick<Document, 'querySelector'> | null | undefined): boolean {
  const field = within?.querySelector<HTMLElement>('[aria-invalid="true"]');
  // The person may have closed it since the previous refusal.
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
  // A field that already had the focus may be hidden by a sticky header.
  field?.scrollIntoView({ block: 'nearest' });
  return Boolean(field);
}

/** Moves the focus to the first invalid field of the page. Its button lost the focus while it was disabled. */
export function useInvalidFieldFocus(refused: object | null): void {
  useEffect(() => {
    if (refused) focusInvalidField(document);
  }, [refused]);
}

/**
 * Opens in another tab, because this one holds unsaved input. After the sign-in it returns to the form's
 * page.
 */
export function SignIn() {
  const { pathname } = useLocation();
  return (
    <>
      {' '}
      <a className="link" href={signInAddress(pathname)} target="_blank" rel="noopener">
        Sign in
      </a>
    </>
  );
}

export const signInAddress = (backTo: string): string => `/auth?redirect=${encodeURIComponent(backTo)}`;
