// The page for an invalid or expired newsletter link.
import { Link } from '@remix-run/react';
import { NEWSLETTER_LINK_DEAD } from '~/features/newsletter/emails/reader-link';
import { EmailLinkPage } from './email-link-page';

export function DeadLink() {
  return (
    <EmailLinkPage
      title="This link does not work"
      text={`${NEWSLETTER_LINK_DEAD} Your email program may have split the link. Copy the whole link.`}
      hasKicker={false}
    >
      <p>
        We send the newsletter only to confirmed subscribers, and every email contains a link to unsubscribe.
      </p>
      <Link className="button" to="/newsletter">
        Subscribe Again
      </Link>
    </EmailLinkPage>
  );
}
