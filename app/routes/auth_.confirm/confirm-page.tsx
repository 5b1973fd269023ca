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
  return (
    <ToastProvider
      initial={failure ? { title: FAILURES.link, description: failure, destructive: true } : null}
    >
      <AuthFrame name={page.name}>
        <section className="auth__panel">
          {isDead ? <DeadLink /> : <SpendForm page={page} waits={Boolean(refused)} />}
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

/** `waits`: a press was refused, so the next one is the person's own. */
function SpendForm({ page, waits }: { page: ConfirmPageProps['page']; waits: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const { purpose, email, other, token, onward } = page;
  const words = WORDS[purpose ?? 'verify'];
  const isAsking = other !== null || waits || onward !== null;

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
