// Asks for confirmation to unsubscribe, then confirms it and links to the preferences.
import { PREFERENCES_PATH } from '~/features/newsletter/emails/reader-link';
import { DeadLink } from '~/layouts/site/newsletter/dead-link';
import { EmailLinkButton, EmailLinkPage } from '~/layouts/site/newsletter/email-link-page';

interface UnsubscribePageProps {
  token: string;
  /** Null when the link's token is invalid. */
  email: string | null;
  isDone: boolean;
}

export function UnsubscribePage({ token, email, isDone }: UnsubscribePageProps) {
  if (email === null && !isDone) return <DeadLink />;
  const preferences = `${PREFERENCES_PATH}?token=${token}`;
  if (isDone)
    return (
      <EmailLinkPage
        title="You are unsubscribed"
        text={<>We no longer send the newsletter to {email ? <strong>{email}</strong> : 'this address'}.</>}
        isAnswer
      >
        {token && (
          <a className="button button--quiet" href={preferences}>
            Subscribe Again
          </a>
        )}
      </EmailLinkPage>
    );
  return (
    <EmailLinkPage
      title="Unsubscribe?"
      text={
        <>
          We send the weekly newsletter to <strong>{email}</strong>.
        </>
      }
    >
      <EmailLinkButton token={token} label="Unsubscribe" />
      <p>
        <a className="link" href={preferences}>
          Get it once a month instead
        </a>
      </p>
    </EmailLinkPage>
  );
}
