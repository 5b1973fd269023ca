// What stands above every page of the account: the way back, what it is about, and why nothing was changed.
import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { RefusedForm } from '~/http/form-answer.server';
import { signInAddress } from '~/ui/form-refusal';
import { UnsentForms } from '~/ui/unsent-forms';

interface AccountHeadProps {
  title: string;
  /** Behind the way back. */
  also?: ReactNode;
  /** Below the title. */
  children?: ReactNode;
}

export function AccountHead({ title, also, children }: AccountHeadProps) {
  return (
    <header className="account__head">
      <UnsentForms />
      <p className="kicker">
        <Link className="link" to="/account">
          Your account
        </Link>
        {also}
      </p>
      <h1 className="headline headline--1">{title}</h1>
      {children}
    </header>
  );
}

interface RefusalProps {
  refused: RefusedForm | null;
  /** Where a toast says it aloud already. */
  isToldElsewhere?: boolean;
}

export function Refusal({ refused, isToldElsewhere = false }: RefusalProps) {
  const { pathname } = useLocation();
  if (!refused) return null;
  return (
    <p className="account__refusal" role={isToldElsewhere ? undefined : 'alert'}>
      <strong>{refused.title}.</strong> {refused.message}
      {refused.isSignedOut && (
        <>
          {' '}
          <a className="link" href={signInAddress(pathname)} target="_blank" rel="noopener">
            Sign in
          </a>
        </>
      )}
    </p>
  );
}
