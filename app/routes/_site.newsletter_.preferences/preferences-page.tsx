// How often a letter comes, if at all, and the way to be forgotten.
import { Link } from '@remix-run/react';
import type { Frequency, LeadStatus } from '~/features/newsletter/lead-view';
import { DeadLink } from '../_site.newsletter_.unsubscribe/dead-link';
import { LetterPage } from '../_site.newsletter_.unsubscribe/letter-page';

interface PreferencesView {
  token: string;
  reader: { email: string; status: LeadStatus; frequency: Frequency } | null;
  isForgotten: boolean;
  isSaved: boolean;
}

const CHOICES = [
  { value: 'weekly', label: 'Every Tuesday', text: 'The letter as it comes out.' },
  { value: 'monthly', label: 'Once a month', text: 'The first letter of each month.' },
  { value: 'never', label: 'Never', text: 'No letters at all.' },
] as const;

export function PreferencesPage({ view }: { view: PreferencesView }) {
  const { token, reader, isForgotten, isSaved } = view;
  if (isForgotten) return <Forgotten />;
  if (!reader) return <DeadLink />;
  const current = reader.status === 'confirmed' ? reader.frequency : 'never';
  return (
    <LetterPage
      title="Your newsletter"
      text={
        <>
          Letters to <strong>{reader.email}</strong>.
        </>
      }
    >
      {isSaved && (
        <p className="reader-choices__saved" role="status">
          Your choice is saved.
        </p>
      )}
      <form className="reader-choices" method="post">
        <input type="hidden" name="token" value={token} />
        <fieldset className="reader-choices__list">
          <legend className="field__label">How often should it come?</legend>
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
          Save preferences
        </button>
      </form>
      <form className="reader-choices" method="post">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="intent" value="forget" />
        <p className="meta">
          You can also have your address deleted, with everything that is kept about it. Nobody can undo this.
        </p>
        <label className="reader-choices__choice">
          <input type="checkbox" required /> <span>Yes, delete it for good</span>
        </label>
        <button className="button button--quiet" type="submit">
          Delete my address
        </button>
      </form>
    </LetterPage>
  );
}

function Forgotten() {
  return (
    <LetterPage
      title="Your address is deleted"
      text="Nothing about you is kept for the newsletter any more."
      hasKicker={false}
      isAnswer
    >
      <Link className="button" to="/">
        Go to the magazine
      </Link>
    </LetterPage>
  );
}
