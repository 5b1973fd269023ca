// One button that spends the link. With JavaScript it presses itself, once somebody looks at the page.
import { Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { FAILURES, LINK_DEAD } from '~/features/accounts/account-notices';
import { ToastProvider } from '~/ui/toast';
import { AuthFrame } from '../auth/auth-frame';

const WORDS = {
  verify: { title: 'Confirm your address', about: 'You are about to verify', press: 'Confirm my address' },
  recovery: { title: 'Set a new password', about: 'For the account', press: 'Continue' },
  magiclink: { title: 'Sign in', about: 'You are about to sign in as', press: 'Sign in' },
  invite: { title: 'Accept your invitation', about: 'You are about to sign in as', press: 'Accept' },
  email_change: {
    title: 'Confirm your new address',
    about: 'From now on your account uses',
    press: 'Confirm my new address',
  },
  email_undo: {
    title: 'Undo the email change',
    about: 'Your account will use this address again:',
    press: 'Restore My Address',
  },
};

interface ConfirmPageProps {
  page: {
    name: string;
    token: string;
    purpose: keyof typeof WORDS | null;
    email: string | null;
    /** Where the link leads when another site's client asked for it: no session begins here. */
    onward: string | null;
    /** Who is signed in here, when the link belongs to somebody else. */
    other: string | null;
  };
  refused: { message: string; isDead: boolean } | null;
}

export function ConfirmPage({ page, refused }: ConfirmPageProps) {
  const isDead = page.purpose === null || Boolean(refused?.isDead);
  const failure = isDead ? (refused?.message ?? LINK_DEAD) : refused?.message;
  const title = page.purpose === 'email_undo' ? FAILURES.undo : FAILURES.link;
  return (
    <ToastProvider initial={failure ? { title, description: failure, destructive: true } : null}>
      <AuthFrame name={page.name}>
        <section className="auth__panel">
          {isDead ? <DeadLink /> : <SpendForm page={page} refusal={refused?.message ?? null} />}
        </section>
      </AuthFrame>
    </ToastProvider>
  );
}

function DeadLink() {
  return (
    <>
      <h1 className="headline headline--2">{FAILURES.link}</h1>
      <p className="auth__text">{LINK_DEAD} Each link works once; a new one is a minute away.</p>
      <div className="auth__form">
        <Link className="button button--large" to="/auth?panel=forgot">
          Ask for a new link
        </Link>
        <Link className="auth__aside-link link" to="/auth">
          Back to sign in
        </Link>
      </div>
    </>
  );
}

/** After a refusal the next press is the person's own, and so is one that undoes something. */
function SpendForm({ page, refusal }: { page: ConfirmPageProps['page']; refusal: string | null }) {
  const form = useRef<HTMLFormElement>(null);
  const { purpose, email, other, token, onward } = page;
  const words = WORDS[purpose ?? 'verify'];
  const isUndo = purpose === 'email_undo';
  const isAsking = other !== null || refusal !== null || onward !== null || isUndo;

  useEffect(() => {
    if (isAsking) return;
    const press = () => {
      if (document.visibilityState === 'visible') form.current?.requestSubmit();
    };
    press();
    document.addEventListener('visibilitychange', press, { once: true });
    return () => document.removeEventListener('visibilitychange', press);
  }, [isAsking]);

  return (
    <>
      <h1 className="headline headline--2">{words.title}</h1>
      <p className="auth__text">
        {words.about} <strong>{email}</strong>.
      </p>
      {isUndo && (
        <p className="auth__text">
          This signs everyone out, removes the password and every way to sign in that was added since the
          change, and lets you choose a new password.
        </p>
      )}
      {isUndo && refusal && (
        <p className="auth__question" role="alert">
          {refusal} <Link to="/page/contact">Write to us</Link>
        </p>
      )}
      {onward && (
        // Not a form: its answer leads to another site, where no form of this one may go.
        <a className="button button--large" href={onward} rel="nofollow noreferrer">
          {words.press}
        </a>
      )}
      {!onward && (
        // A plain form: the answer leads to an address with a hash, which the browser itself must follow.
        <form className="auth__form" method="post" action="/auth/confirm" ref={form}>
          <input type="hidden" name="token" value={token} />
          {other && (
            <>
              <p className="auth__question">
                You are signed in as <strong>{other}</strong>. Continuing signs you out of that account.
              </p>
              <input type="hidden" name="replace" value="yes" />
            </>
          )}
          <button className="button button--large" type="submit">
            {words.press}
          </button>
        </form>
      )}
    </>
  );
}
