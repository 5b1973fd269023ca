// Describes the data export, confirms the person's identity and offers the download.
import { Form } from '@remix-run/react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { AccountHead, AccountRefusal } from '~/layouts/account/account-head';
import { ConfirmFields, type Ways } from '~/layouts/account/confirm-fields';

interface ExportPageProps {
  isStaff: boolean;
  /** Null after the person confirmed their identity. */
  ways: Ways | null;
  refused: RefusedForm | null;
}

const HERE = '/account/export';

export function ExportPage({ isStaff, ways, refused }: ExportPageProps) {
  const canShow = ways === null || ways.hasPassword || ways.hasFactor;
  return (
    <div className="account account--security container">
      <AccountHead title="Your data">
        <p className="account__lead">Everything we store about you, in one JSON file.</p>
      </AccountHead>
      <AccountRefusal refused={refused} />
      <div className="account__card">
        <h2 className="headline headline--4">What’s included</h2>
        <ul className="account__facts">
          <li>Your name, email address, sign-in methods, sessions and log entries</li>
          <li>Your reading list, reading preferences and newsletter subscription</li>
          {isStaff && <li>Articles you wrote, your unsaved drafts and images you uploaded</li>}
        </ul>
      </div>
      <div className="account__card">
        <h2 className="headline headline--4">What’s not included</h2>
        <ul className="account__facts">
          <li>Your password, passkeys and codes, which we store only in encrypted or hashed form</li>
        </ul>
      </div>
      {ways ? (
        <Form className="account__card account__card--asking" method="post">
          <h2 className="headline headline--4">Confirm your identity</h2>
          <ConfirmFields ways={ways} issues={refused?.issues ?? {}} here={HERE} />
          {canShow && (
            <button className="button" type="submit">
              Continue
            </button>
          )}
        </Form>
      ) : (
        // A plain form: the response is a file download, so the page stays open.
        <form className="account__card account__card--asking" method="post" action={`${HERE}/file`}>
          <h2 className="headline headline--4">Your file is ready</h2>
          <p className="account__text">It contains personal data. Store it somewhere private.</p>
          <button className="button" type="submit">
            Download My Data
          </button>
        </form>
      )}
    </div>
  );
}
