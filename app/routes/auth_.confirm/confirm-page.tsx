// Confirms an email link with one button. With JavaScript, the button is pressed automatically when the page
// becomes visible.
import { Link } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { FAILURES, MAIL_LINK_DEAD, UNDO_LINK_DEAD } from '~/features/accounts/sign-in/account-notices';
import { AuthFrame } from '~/layouts/account/auth-frame';
import { toRefusalToast } from '~/layouts/account/refusal-toast';
import { ToastProvider } from '~/ui/toast';

const TEXTS = {
  verify: {
    title: 'Confirm your email address',
    about: 'You are about to verify',
    button: 'Confirm My Address',
  },
  recovery: { title: 'Set a new password', about: 'For the account', button: 'Continue' },
  magiclink: { title: 'Sign in', about: 'You are about to sign in as', button: 'Sign In' },
  invite: {
    title: 'Accept your invitation',
    about: 'You are about to sign in as',
    button: 'Accept Invitation',
  },
  email_change: {
    title: 'Confirm your new email address',
    about: 'Your account will use',
    button: 'Confirm My New Address',
  },
  email_undo: {
    title: 'Undo the email change',
    about: 'Your account will use this address again:',
    button: 'Restore My Address',
  },
};

interface ConfirmPageProps {
  page: {
    name: string;
    token: string;
    purpose: keyof typeof TEXTS | null;
    email: string | null;
    /** A used or expired link that would have undone an email change. */
    isDeadUndo: boolean;
    /** An API client requested this link and receives its result; no session starts on this page. */
    isForClient: boolean;
    /** The email address or name of the signed-in viewer, if the link belongs to another account. */
    other: string | null;
  };
  refused: { message: string; isDead: boolean; isDeadUndo: boolean } | null;
}

export function ConfirmLinkPage({ page, refused }: ConfirmPageProps) {
  const isDead = page.purpose === null || Boolean(refused?.isDead);
  const isDeadUndo = page.isDeadUndo || Boolean(refused?.isDeadUndo);
  const dead = isDeadUndo ? UNDO_LINK_DEAD : (refused?.message ?? MAIL_LINK_DEAD);
  const failure = isDead ? dead : refused?.message;
  const title = page.purpose === 'email_undo' || isDeadUndo ? FAILURES.undo : FAILURES.link;
  return (
    <ToastProvider initial={failure ? toRefusalToast(refused ?? page, title, failure) : null}>
      <AuthFrame name={page.name}>
        <section className="auth__panel">
          {isDeadUndo && <DeadUndoLink />}
          {isDead && !isDeadUndo && <DeadLink />}
          {!isDead && <ConfirmForm page={page} refusal={refused?.message ?? null} />}
        </section>
      </AuthFrame>
    </ToastProvider>
  );
}

/** No one can request another undo link, so this page points to the other ways back into the account. */
function DeadUndoLink() {
  return (
    <DeadEnd title={FAILURES.undo} to="/page/contact" action="Contact Us">
      {UNDO_LINK_DEAD} If you already used it, this address is restored. Sign in or reset your password. If
      that doesn’t work, contact us.
    </DeadEnd>
  );
}

function DeadLink() {
  return (
    <DeadEnd title={FAILURES.link} to="/auth?panel=forgot" action="Request a New Link">
      {MAIL_LINK_DEAD} Each link works only once.
    </DeadEnd>
  );
}

interface DeadEndProps {
  title: string;
  to: string;
  /** The label of the button to `to`. */
  action: string;
  children: ReactNode;
}

function DeadEnd({ title, to, action, children }: DeadEndProps) {
  return (
    <>
      <h1 className="headline headline--2">{title}</h1>
      <p className="auth__text">{children}</p>
      <div className="auth__form">
        <Link className="button button--large" to={to}>
          {action}
        </Link>
        <Link className="auth__aside-link link" to="/auth">
          Back to Sign In
        </Link>
      </div>
    </>
  );
}

/** Not submitted automatically after an error, or when the link undoes a change. */
function ConfirmForm({ page, refusal }: { page: ConfirmPageProps['page']; refusal: string | null }) {
  const form = useRef<HTMLFormElement>(null);
  const { purpose, email, other, token, isForClient } = page;
  const texts = TEXTS[purpose ?? 'verify'];
  const isUndo = purpose === 'email_undo';
  const needsClick = other !== null || refusal !== null || isForClient || isUndo;

  useEffect(() => {
    if (needsClick) return;
    const submitIfVisible = () => {
      if (document.visibilityState === 'visible') form.current?.requestSubmit();
    };
    submitIfVisible();
    document.addEventListener('visibilitychange', submitIfVisible, { once: true });
    return () => document.removeEventListener('visibilitychange', submitIfVisible);
  }, [needsClick]);

  return (
    <>
      <h1 className="headline headline--2">{texts.title}</h1>
      <p className="auth__text">
        {texts.about} <strong>{email}</strong>.
      </p>
      {isUndo && (
        <p className="auth__text">
          This signs everyone out, removes the password and every way to sign in that was added since the
          change, and lets you choose a new password.
        </p>
      )}
      {isUndo && refusal && (
        <p className="auth__question" role="alert">
          {refusal} <Link to="/page/contact">Contact us</Link>
        </p>
      )}
      {/* A plain form, because the browser itself must follow the redirect to a URL with a hash. */}
      <form className="auth__form" method="post" action="/auth/confirm" ref={form}>
        <input type="hidden" name="token" value={token} />
        <noscript>
          <input type="hidden" name="noscript" value="yes" />
        </noscript>
        {other && (
          <>
            <p className="auth__question">
              You’re signed in as <strong>{other}</strong>. Continuing signs you out of that account.
            </p>
            <input type="hidden" name="replace" value="yes" />
          </>
        )}
        <button className="button button--large" type="submit">
          {texts.button}
        </button>
      </form>
    </>
  );
}
