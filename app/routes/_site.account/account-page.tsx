// Cards: who you are, how you get in, where you are signed in.
import { Form, Link } from '@remix-run/react';
import { useEffect } from 'react';
import type { Role } from '~/features/accounts/account';
import { NewPasswordField } from '~/features/accounts/ui/new-password-field';
import type { RefusedForm } from '~/http/form-answer.server';
import { FormField } from '~/ui/form-field';
import { useToast } from '~/ui/toast';
import { UnsentForms } from '~/ui/unsent-forms';
import { Refusal } from './account-head';
import { ConfirmFields, type Ways } from './confirm-fields';
import { EmailForm, NameForm } from './typed-forms';

export interface AccountView {
  email: string;
  fullName: string;
  role: Role;
  hasPassword: boolean;
  hasFactor: boolean;
  /** How to show who one is; null if that was a moment ago. */
  ways: Ways | null;
}

interface AccountPageProps {
  account: AccountView;
  refused: RefusedForm | null;
}

export function AccountPage({ account, refused }: AccountPageProps) {
  const toast = useToast();
  useEffect(() => {
    if (refused) toast({ title: refused.title, description: refused.message, destructive: true });
  }, [refused, toast]);
  const failed = (intent: string) => (refused?.intent === intent ? refused : null);
  const password = failed('password');
  return (
    <div className="account container">
      <UnsentForms />
      <header className="account__head">
        <p className="kicker">Your account</p>
        <h1 className="headline headline--1">{account.fullName || account.email}</h1>
        <p className="meta">{account.email}</p>
        {account.role !== null && (
          <Link className="link" to="/admin">
            Go to the newsroom
          </Link>
        )}
      </header>
      <Refusal refused={refused} isToldElsewhere />
      <NameForm refused={failed('name')} fullName={account.fullName} />
      <Form className="account__card" method="post">
        <h2 className="headline headline--4">Password</h2>
        <input type="hidden" name="intent" value="password" />
        {account.hasPassword ? (
          <FormField
            label="Current Password"
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            required
            error={password?.issues.currentPassword}
          />
        ) : (
          <ConfirmFields ways={account.ways} issues={password?.issues ?? {}} here="/account" />
        )}
        <NewPasswordField
          label="New Password"
          hint="Your other devices will have to sign in again."
          error={password?.issues.password}
          words={[account.email, account.fullName]}
        />
        <button className="button" type="submit">
          Update Password
        </button>
      </Form>
      <EmailForm refused={failed('email')} ways={account.ways} />
      <div className="account__card">
        <h2 className="headline headline--4">Two-step sign-in</h2>
        <p className="account__text">
          {account.hasFactor
            ? 'On: whoever signs in as you has to show your second factor too.'
            : 'Off: your password alone opens this account.'}
        </p>
        <Link className={account.hasFactor ? 'button button--quiet' : 'button'} to="/account/security">
          {account.hasFactor ? 'Manage' : 'Set Up'}
        </Link>
      </div>
      <div className="account__card">
        <h2 className="headline headline--4">Reading</h2>
        <p className="account__text">
          The articles you saved, and how articles look to you: on every device you sign in with.
        </p>
        <div className="account__ways">
          <Link className="button button--quiet" to="/account/reading-list">
            Open Reading List
          </Link>
          <Link className="button button--quiet" to="/account/reading">
            Text Size and Theme
          </Link>
        </div>
      </div>
      <div className="account__card">
        <h2 className="headline headline--4">Newsletter</h2>
        <p className="account__text">The weekly letter: whether it comes, and how often.</p>
        <Link className="button button--quiet" to="/account/newsletter">
          Newsletter
        </Link>
      </div>
      <section className="account__card" aria-labelledby="signing-out">
        <h2 className="headline headline--4" id="signing-out">
          Signing out
        </h2>
        <p className="account__text">
          Sign out of this device, of all your devices, or of{' '}
          <Link className="link" to="/account/security#sessions">
            one of them
          </Link>
          .
        </p>
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
      <section className="account__card" aria-labelledby="own-data">
        <h2 className="headline headline--4" id="own-data">
          Your data
        </h2>
        <p className="account__text">
          What is kept about you is yours: take it along as a file, or have it deleted with your account.
        </p>
        <div className="account__ways">
          <Link className="button button--quiet" to="/account/export">
            Download My Data
          </Link>
          <Link className="button button--quiet" to="/account/delete">
            Delete Account
          </Link>
        </div>
      </section>
    </div>
  );
}
