// What goes, what stays, and the form.
import { Link } from '@remix-run/react';
import type { RefusedForm } from '~/http/form-answer.server';
import { FormField } from '~/ui/form-field';
import { AccountHead, Refusal } from '../_site.account/account-head';
import { ConfirmFields, type Ways } from '../_site.account/confirm-fields';

interface DeletePageProps {
  /** To be typed. */
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
        <p className="account__lead">
          There is no way back: nobody can bring a deleted account back to life.
        </p>
      </AccountHead>
      <Refusal refused={refused} />
      <div className="account__card">
        <h2 className="headline headline--4">What is deleted</h2>
        <ul className="account__facts">
          <li>Your name, address, password and every other way to sign in</li>
          <li>Your sessions: each of your devices is signed out</li>
          <li>Your reading list and preferences{isStaff && ', and texts you typed and have not saved'}</li>
        </ul>
      </div>
      <div className="account__card">
        <h2 className="headline headline--4">What stays</h2>
        <ul className="account__facts">
          {isStaff && <li>Articles you wrote, with their byline; they belong to nobody’s account then</li>}
          <li>
            Your newsletter subscription, if you have one:{' '}
            <Link className="link" to="/account/newsletter">
              end it first
            </Link>
            , or by the link in every letter
          </li>
          <li>
            The log of sign-ins and changes, with a line that this account was deleted. Your address and where
            you were go from it at once, sign-ins after 180 days
            {isStaff && '; what you did in the newsroom stays there with your name'}
          </li>
        </ul>
      </div>
      {/* A plain form: the masthead of the next page must not remember who was here. */}
      <form className="account__card account__card--asking" method="post">
        <h2 className="headline headline--4">Delete it?</h2>
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
            Keep it
          </Link>
        </div>
      </form>
    </div>
  );
}
