// Lets a subscriber change the newsletter's frequency or delete their address.
import { Link } from '@remix-run/react';
import { ADDRESS_BOUNCED } from '~/features/newsletter/emails/reader-link';
import type { Frequency, LeadStatus } from '~/features/newsletter/subscribers/lead-view';
import { DeadLink } from '~/layouts/site/newsletter/dead-link';
import { EmailLinkPage } from '~/layouts/site/newsletter/email-link-page';

/** What the address of the page says after a choice was stored. */
export const SAVED = ['saved', 'unconfirmed'] as const;
const SAVED_TEXTS = {
  saved: 'Your preferences are saved.',
  unconfirmed:
    'Your choice is saved. To get the newsletter, open the link in the latest email that we sent you.',
};

interface PreferencesView {
  token: string;
  reader: { email: string; status: LeadStatus; frequency: Frequency } | null;
  isDeleted: boolean;
  saved: (typeof SAVED)[number] | null;
}

const CHOICES = [
  { value: 'weekly', label: 'Every Tuesday', text: 'Every issue as it comes out.' },
  { value: 'monthly', label: 'Once a month', text: 'The first issue of each month.' },
  { value: 'never', label: 'Never', text: 'Unsubscribe from the newsletter.' },
] as const;

export function PreferencesPage({ view }: { view: PreferencesView }) {
  const { token, reader, isDeleted, saved } = view;
  if (isDeleted) return <DataDeleted />;
  if (!reader) return <DeadLink />;
  if (reader.status === 'bounced') return <Bounced token={token} />;
  // Saving again must not unsubscribe a reader who has just chosen and has to confirm.
  const isChosen = reader.status === 'confirmed' || saved === 'unconfirmed';
  const current = isChosen ? reader.frequency : 'never';
  return (
    <EmailLinkPage
      title="Your newsletter"
      text={
        <>
          Sent to <strong>{reader.email}</strong>.
        </>
      }
    >
      {saved && (
        <p className="reader-choices__saved" role="status">
          {SAVED_TEXTS[saved]}
        </p>
      )}
      <form className="reader-choices" method="post">
        <input type="hidden" name="token" value={token} />
        <fieldset className="reader-choices__list">
          <legend className="field__label">How often do you want the newsletter?</legend>
          {CHOICES.map(({ value, label, text }) => (
            <label className="reader-choices__choice" key={value}>
              <input type="radio" name="frequency" value={value} defaultChecked={current === value} />
              <span>
                <strong>{label}</strong> <span className="meta">{text}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <button className="button" type="submit">
          Save Preferences
        </button>
      </form>
      <Deletion token={token} />
    </EmailLinkPage>
  );
}

/** Without the choices, because none can be saved. */
function Bounced({ token }: { token: string }) {
  return (
    <EmailLinkPage
      title="Your newsletter"
      text={`${ADDRESS_BOUNCED} To get the newsletter, subscribe with another address.`}
      isAnswer
    >
      <Link className="button" to="/newsletter">
        Subscribe Again
      </Link>
      <Deletion token={token} />
    </EmailLinkPage>
  );
}

function Deletion({ token }: { token: string }) {
  return (
    <form className="reader-choices" method="post">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="intent" value="forget" />
      <p className="meta">
        You can also delete your email address and everything we store about it. This can’t be undone.
      </p>
      <label className="reader-choices__choice">
        <input type="checkbox" required /> <span>Yes, delete it permanently</span>
      </label>
      <button className="button button--quiet" type="submit">
        Delete My Address
      </button>
    </form>
  );
}

function DataDeleted() {
  return (
    <EmailLinkPage
      title="Your address is deleted"
      text="We no longer store your address or any other newsletter data about you."
      hasKicker={false}
      isAnswer
    >
      <Link className="button" to="/">
        Go to the Magazine
      </Link>
    </EmailLinkPage>
  );
}
