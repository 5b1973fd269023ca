// What is in the file, who asks for it, and the file.
import { Form } from '@remix-run/react';
import type { RefusedForm } from '~/http/form-answer.server';
import { AccountHead, Refusal } from '../_site.account/account-head';
import { ConfirmFields, type Ways } from '../_site.account/confirm-fields';

interface ExportPageProps {
  isStaff: boolean;
  /** Null once the person has shown who they are. */
  ways: Ways | null;
  refused: RefusedForm | null;
}

const HERE = '/account/export';

export function ExportPage({ isStaff, ways, refused }: ExportPageProps) {
  const canShow = ways === null || ways.hasPassword || ways.hasFactor;
  return (
    <div className="account account--security container">
      <AccountHead title="Your data">
        <p className="account__lead">
          All that is kept about you, in one file that programs can read (JSON).
        </p>
      </AccountHead>
      <Refusal refused={refused} />
      <div className="account__card">
        <h2 className="headline headline--4">What is in it</h2>
        <ul className="account__facts">
          <li>Your name, address, ways to sign in and sessions, and what the log tells of you</li>
          <li>Your reading list, how you like to read, and your newsletter subscription if you have one</li>
          {isStaff && <li>Articles you wrote, texts you have not saved, pictures you added</li>}
        </ul>
      </div>
      <div className="account__card">
        <h2 className="headline headline--4">What is not</h2>
        <ul className="account__facts">
          <li>Your password, keys and codes: they are kept in a form that nobody can read</li>
        </ul>
      </div>
      {ways ? (
        <Form className="account__card account__card--asking" method="post">
          <h2 className="headline headline--4">First, please confirm that it is you</h2>
          <ConfirmFields ways={ways} issues={refused?.issues ?? {}} here={HERE} />
          {canShow && (
            <button className="button" type="submit">
              Continue
            </button>
          )}
        </Form>
      ) : (
        // A plain form: its answer is a file, and this page stays.
        <form className="account__card account__card--asking" method="post" action={`${HERE}/file`}>
          <h2 className="headline headline--4">Ready</h2>
          <p className="account__text">Keep the file where only you can open it.</p>
          <button className="button" type="submit">
            Download My Data
          </button>
        </form>
      )}
    </div>
  );
}
