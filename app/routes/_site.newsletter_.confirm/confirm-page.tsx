// Asks a new subscriber to confirm, then thanks them.
import { Link } from '@remix-run/react';
import { DeadLink } from '~/layouts/site/newsletter/dead-link';
import { EmailLinkButton, EmailLinkPage } from '~/layouts/site/newsletter/email-link-page';

interface ConfirmPageProps {
  token: string;
  /** Null when the link's token is invalid. */
  email: string | null;
  isDone: boolean;
}

export function ConfirmPage({ token, email, isDone }: ConfirmPageProps) {
  if (isDone)
    return (
      <EmailLinkPage
        title="Your subscription is confirmed"
        text="Thank you. Your next issue arrives on Tuesday."
        isAnswer
      >
        <Link className="button" to="/">
          Go to the Magazine
        </Link>
      </EmailLinkPage>
    );
  if (email === null) return <DeadLink />;
  return (
    <EmailLinkPage
      title="Confirm your subscription"
      text={
        <>
          We’ll send the weekly newsletter to <strong>{email}</strong>.
        </>
      }
    >
      <EmailLinkButton token={token} label="Confirm subscription" />
      <p className="meta">Sent every Tuesday. Unsubscribe at any time.</p>
    </EmailLinkPage>
  );
}
