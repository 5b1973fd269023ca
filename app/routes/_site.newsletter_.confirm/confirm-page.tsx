// One question and its button; then the thanks.
import { Link } from '@remix-run/react';
import { DeadLink } from '../_site.newsletter_.unsubscribe/dead-link';
import { LetterButton, LetterPage } from '../_site.newsletter_.unsubscribe/letter-page';

interface ConfirmPageProps {
  token: string;
  /** Null for a link that names nobody. */
  email: string | null;
  isDone: boolean;
}

export function ConfirmPage({ token, email, isDone }: ConfirmPageProps) {
  if (isDone)
    return (
      <LetterPage
        title="Your subscription is confirmed"
        text="Thank you. The next letter comes on Tuesday."
        isAnswer
      >
        <Link className="button" to="/">
          Go to the magazine
        </Link>
      </LetterPage>
    );
  if (email === null) return <DeadLink />;
  return (
    <LetterPage
      title="Confirm your subscription"
      text={
        <>
          The weekly letter will go to <strong>{email}</strong>.
        </>
      }
    >
      <LetterButton token={token} words="Confirm subscription" />
      <p className="meta">Sent every Tuesday. Unsubscribe at any time.</p>
    </LetterPage>
  );
}
