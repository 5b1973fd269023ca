// The header of every account page: a link back, the title, and the refusal of the last form.
import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { signInAddress } from '~/ui/form-refusal';
import { UnsentForms } from '~/ui/unsent-forms';

interface AccountHeadProps {
  title: string;
  /** Shown next to the link back. */
  also?: ReactNode;
  /** Shown below the title. */
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
  /** A toast announces the message already, so this one has no alert role. */
  isAnnounced?: boolean;
}

export function AccountRefusal({ refused, isAnnounced = false }: RefusalProps) {
  const { pathname } = useLocation();
  if (!refused) return null;
  return (
    <p className="account__refusal" role={isAnnounced ? undefined : 'alert'}>
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
