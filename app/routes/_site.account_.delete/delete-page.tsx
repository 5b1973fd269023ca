// Lists what account deletion removes and keeps, and asks for confirmation.
import { Link } from '@remix-run/react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { AccountHead, AccountRefusal } from '~/layouts/account/account-head';
import { ConfirmFields, type Ways } from '~/layouts/account/confirm-fields';
import { FormField } from '~/ui/form-field';

interface DeletePageProps {
  /** The text the person must type to confirm. */
  word: string;
  isStaff: boolean;
  ways: Ways | null;
  refused: RefusedForm | null;
}

const HERE = '/account/delete';

export function DeletePage({ word, isStaff, ways, refused }: DeletePageProps) {
  const issues = refused?.issues ?? {};
  return (
    <div className="account account--security container">
      <AccountHead title="Delete account">
        <p className="account__lead">This is permanent. We can’t restore a deleted account.</p>
      </AccountHead>
      <AccountRefusal refused={refused} />
      <div className="account__card">
        <h2 className="headline headline--4">What is deleted</h2>
        <ul className="account__facts">
          <li>Your name, email address, password and all other sign-in methods</li>
          <li>Your sessions, which signs you out on all devices</li>
          <li>Your reading list and preferences{isStaff && ', plus your unsaved drafts'}</li>
        </ul>
      </div>
      <div className="account__card">
        <h2 className="headline headline--4">What stays</h2>
        <ul className="account__facts">
          {isStaff && <li>Articles you wrote and your author profile, no longer linked to an account</li>}
          <li>
            Your newsletter subscription, if you have one. To end it,{' '}
            <Link className="link" to="/account/newsletter">
              unsubscribe first
            </Link>{' '}
            or use the link in any newsletter
          </li>
          <li>
            The log of sign-ins and changes, including this deletion. Your email and IP addresses are removed
            from it immediately, and sign-ins after 180 days.
            {isStaff && ' Your actions in Newsroom stay in the audit log under your name.'}
          </li>
        </ul>
      </div>
      {/* A plain form loads a new document, so the next page's header cannot show the old session. */}
      <form className="account__card account__card--asking" method="post">
        <h2 className="headline headline--4">Delete your account?</h2>
        <p className="account__text">
          You may want to{' '}
          <Link className="link" to="/account/export">
            download your data
          </Link>{' '}
          first.
        </p>
        <input type="hidden" name="intent" value="delete" />
        <FormField
          label={`Type ${word} to confirm`}
          name="word"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={254}
          defaultValue={refused?.typed.word}
          error={issues.word}
        />
        <ConfirmFields ways={ways} issues={issues} here={HERE} />
        <div className="account__ways">
          <button className="button" type="submit">
            Delete My Account
          </button>
          <Link className="button button--quiet" to="/account">
            Keep Account
          </Link>
        </div>
      </form>
    </div>
  );
}
