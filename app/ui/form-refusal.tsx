// Why a form was refused, in the form: said at once, and the focus goes to the first field that has to change.
import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

interface FormRefusalProps {
  /** What failed, and why; null while nothing did. */
  refused: { title: string; message: string; isSignedOut?: boolean } | null;
}

export function FormRefusal({ refused }: FormRefusalProps) {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!refused) return;
    const field = box.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus();
    // It may have had the focus already, behind a head that sticks.
    field?.scrollIntoView({ block: 'nearest' });
  }, [refused]);
  if (!refused) return null;
  return (
    <p className="refusal" role="alert" ref={box}>
      <strong>{/[.:]$/.test(refused.title) ? refused.title : `${refused.title}.`}</strong> {refused.message}
      {refused.isSignedOut && <SignIn />}
    </p>
  );
}

/** In another tab: this one holds what was typed. It leads back to the page that the form is on. */
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
