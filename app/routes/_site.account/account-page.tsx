// The account page: profile, sign-in methods, sessions and data.
import { Form, Link } from '@remix-run/react';
import type { Role } from '~/features/accounts/account';
import { NewPasswordField } from '~/features/accounts/ui/new-password-field';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { AccountRefusal } from '~/layouts/account/account-head';
import { ConfirmFields, type Ways } from '~/layouts/account/confirm-fields';
import { FormField } from '~/ui/form-field';
import { useInvalidFieldFocus } from '~/ui/form-refusal';
import { useRefusalToast } from '~/ui/toast';
import { UnsentForms } from '~/ui/unsent-forms';
import { useResetAfter } from '~/ui/use-reset-after';
import { EmailForm, NameForm } from './typed-forms';

export interface AccountView {
  email: string;
  fullName: string;
  role: Role;
  hasPassword: boolean;
  hasFactor: boolean;
  /** Ways to confirm identity; null if the person confirmed recently. */
  ways: Ways | null;
}

interface AccountPageProps {
  account: AccountView;
  refused: RefusedForm | null;
}

export function AccountPage({ account, refused }: AccountPageProps) {
  useRefusalToast(refused);
  useInvalidFieldFocus(refused);
  const failed = (intent: string) => (refused?.intent === intent ? refused : null);
  const password = failed('password');
  const passwordForm = useResetAfter('password', password);
  return (
    <div className="account container">
      <UnsentForms />
      <header className="account__head">
        <p className="kicker">Your account</p>
        <h1 className="headline headline--1">{account.fullName || account.email}</h1>
        <p className="meta">{account.email}</p>
        {account.role !== null && (
          <p className="account__ways">
            <Link className="link" to="/admin">
              Go to Newsroom
            </Link>
            <Link className="link" to="/admin/authors/me">
              Your author profile
            </Link>
          </p>
        )}
      </header>
      <AccountRefusal refused={refused} isAnnounced />
      <NameForm refused={failed('name')} fullName={account.fullName} />
      <Form className="account__card" method="post" ref={passwordForm}>
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
          hint="Signs you out on your other devices."
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
            ? 'On. Signing in requires your second factor as well.'
            : 'Off. You sign in with your password alone.'}
        </p>
        <Link className={account.hasFactor ? 'button button--quiet' : 'button'} to="/account/security">
          {account.hasFactor ? 'Manage' : 'Set Up'}
        </Link>
      </div>
      <div className="account__card">
        <h2 className="headline headline--4">Reading</h2>
        <p className="account__text">
          Your saved articles and display preferences, on every device you sign in with.
        </p>
        <div className="account__ways">
          <Link className="button button--quiet" to="/account/reading-list">
            Open Reading List
          </Link>
          <Link className="button button--quiet" to="/account/reading">
            Edit Text Size and Theme
          </Link>
        </div>
      </div>
      <div className="account__card">
        <h2 className="headline headline--4">Newsletter</h2>
        <p className="account__text">Subscribe, unsubscribe, or change how often you get the weekly email.</p>
        <Link className="button button--quiet" to="/account/newsletter">
          Newsletter
        </Link>
      </div>
      <section className="account__card" aria-labelledby="signing-out">
        <h2 className="headline headline--4" id="signing-out">
          Sign out
        </h2>
        <p className="account__text">
          Sign out of this device, all devices, or{' '}
          <Link className="link" to="/account/security#sessions">
            a single device
          </Link>
          .
        </p>
        {/* Plain forms load a new document, so the next page's header cannot show the old session. */}
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
        <p className="account__text">Download the data we store about you, or delete it with your account.</p>
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
