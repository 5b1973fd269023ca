// Three cards: who you are, how you get in, where you are signed in.
import { Form, Link } from '@remix-run/react';
import { useEffect } from 'react';
import type { Role, SessionView } from '~/features/accounts/account';
import { PASSWORD_MIN } from '~/features/accounts/password-length';
import type { RefusedForm } from '~/http/form-answer.server';
import { FormField } from '~/ui/form-field';
import { useToast } from '~/ui/toast';

interface AccountPageProps {
  account: {
    email: string;
    fullName: string;
    role: Role;
    sessions: (Omit<SessionView, 'userAgent'> & { device: string })[];
  };
  refused: RefusedForm | null;
}

export function AccountPage({ account, refused }: AccountPageProps) {
  const toast = useToast();
  useEffect(() => {
    if (refused) toast({ title: refused.title, description: refused.message, destructive: true });
  }, [refused, toast]);
  const failed = (intent: string) => (refused?.intent === intent ? refused : null);
  const name = failed('name');
  const password = failed('password');
  return (
    <div className="account container">
      <header className="account__head">
        <p className="kicker">Your account</p>
        <h1 className="headline headline--1">{account.fullName || account.email}</h1>
        <p className="meta">{account.email}</p>
        {account.role === 'admin' && (
          <Link className="link" to="/admin">
            Go to the newsroom
          </Link>
        )}
      </header>
      {refused && (
        <p className="account__refusal">
          <strong>{refused.title}.</strong> {refused.message}
        </p>
      )}
      <Form className="account__card" method="post">
        <h2 className="headline headline--4">Name</h2>
        <input type="hidden" name="intent" value="name" />
        <FormField
          label="Full Name"
          name="fullName"
          autoComplete="name"
          required
          maxLength={120}
          defaultValue={name?.typed.fullName ?? account.fullName}
          error={name?.issues.fullName}
        />
        <button className="button" type="submit">
          Save Name
        </button>
      </Form>
      <Form className="account__card" method="post">
        <h2 className="headline headline--4">Password</h2>
        <input type="hidden" name="intent" value="password" />
        <FormField
          label="Current Password"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
          error={password?.issues.currentPassword}
        />
        <FormField
          label="New Password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={PASSWORD_MIN}
          hint="Your other devices will have to sign in again."
          error={password?.issues.password}
        />
        <button className="button" type="submit">
          Update Password
        </button>
      </Form>
      <section className="account__card" aria-labelledby="sessions">
        <h2 className="headline headline--4" id="sessions">
          Where you are signed in
        </h2>
        <ul className="account__sessions">
          {account.sessions.map((session) => (
            <li className="account__session" key={session.id}>
              <div>
                <p>{session.device}</p>
                <p className="meta">
                  {session.isCurrent
                    ? 'This device'
                    : `Last seen ${session.lastSeenAt.slice(0, 16).replace('T', ' ')} UTC`}
                  {session.address && ` · ${session.address}`}
                </p>
              </div>
              {!session.isCurrent && (
                <Form method="post">
                  <input type="hidden" name="intent" value="end-session" />
                  <input type="hidden" name="session" value={session.id} />
                  <button className="button button--quiet" type="submit">
                    Revoke
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
        {/* Plain forms: the masthead of the next page must not remember who was here. */}
        <div className="account__ways">
          <form method="post" action="/auth/sign-out">
            <button className="button" type="submit">
              Sign Out
            </button>
          </form>
          <form method="post" action="/auth/sign-out">
            <input type="hidden" name="scope" value="everywhere" />
            <button className="button button--quiet" type="submit">
              Sign Out Everywhere
            </button>
          </form>
        </div>
      </section>
    </div>
  );
}
