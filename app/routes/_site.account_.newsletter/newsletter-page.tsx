// How the newsletter stands, in a sentence, and what can be done about it.
import { Form, Link } from '@remix-run/react';
import type { LeadStatus } from '~/features/newsletter/lead-view';
import type { OwnSubscription } from '~/features/newsletter/own-subscription.server';
import type { RefusedForm } from '~/http/form-answer.server';
import { SubmitButton } from '~/ui/submit-button';
import { AccountHead, Refusal } from '../_site.account/account-head';

interface NewsletterPageProps {
  subscription: OwnSubscription;
  refused: RefusedForm | null;
}

interface State {
  title: string;
  text: string;
  /** Of the button that begins it or takes it up again. */
  begin?: string;
}

const STATES: Record<LeadStatus | 'none', State> = {
  none: {
    title: 'Not subscribed',
    text: 'One letter a week with what law firm owners can use. Free; unsubscribe at any time.',
    begin: 'Subscribe',
  },
  pending: {
    title: 'Not confirmed yet',
    text: 'Somebody entered this address, and nobody confirmed it. Until then no letters are sent.',
    begin: 'Confirm subscription',
  },
  confirmed: { title: 'Subscribed', text: 'The letter comes every Tuesday.' },
  unsubscribed: {
    title: 'You are unsubscribed',
    text: 'No more letters go to this address.',
    begin: 'Subscribe again',
  },
  bounced: {
    title: 'Letters came back',
    text: 'Your mailbox refused our letters, so none are sent. With another address on your account you can subscribe anew.',
  },
};
const MONTHLY = 'The first letter of each month comes.';

export function NewsletterPage({ subscription, refused }: NewsletterPageProps) {
  const { email, isProven } = subscription;
  return (
    <div className="account account--security container">
      <AccountHead title="Newsletter">
        {email && (
          <p className="account__lead">
            Letters to <strong>{email}</strong>.
          </p>
        )}
      </AccountHead>
      <Refusal refused={refused} />
      {isProven ? <Subscription {...subscription} /> : <NotProven email={email} />}
    </div>
  );
}

function Subscription({ status, frequency, preferences }: OwnSubscription) {
  const { title, text, begin } = STATES[status ?? 'none'];
  return (
    <div className="account__card account__card--wide">
      <div className="newsletter-state" data-state={status ?? 'none'}>
        <h2 className="headline headline--4">{title}</h2>
        <p className="account__text">{status === 'confirmed' && frequency === 'monthly' ? MONTHLY : text}</p>
      </div>
      <div className="account__ways">
        {begin && (
          <Form method="post">
            <input type="hidden" name="intent" value="subscribe" />
            <SubmitButton intent="subscribe" pending="Subscribing…">
              {begin}
            </SubmitButton>
          </Form>
        )}
        {(status === 'confirmed' || status === 'pending') && (
          <Form method="post">
            <input type="hidden" name="intent" value="unsubscribe" />
            <SubmitButton intent="unsubscribe" pending="Unsubscribing…" className="button button--quiet">
              Unsubscribe
            </SubmitButton>
          </Form>
        )}
        {status === 'bounced' && (
          <Link className="button" to="/account">
            Change Email
          </Link>
        )}
        {preferences && status !== 'bounced' && (
          <a className="button button--quiet" href={preferences}>
            Newsletter preferences
          </a>
        )}
      </div>
    </div>
  );
}

/** Whose mailbox it is has to be shown first: else anybody could end anybody's subscription. */
function NotProven({ email }: { email: string }) {
  return (
    <div className="account__card account__card--wide">
      <h2 className="headline headline--4">{email ? 'Confirm your address first' : 'No address yet'}</h2>
      <p className="account__text">
        {email
          ? 'Nobody has opened a link that we sent to this address, so we cannot know that it is yours. A link to sign in, or to set a new password, confirms it.'
          : 'Your account has no email address. Add one on your account page and open the link that we send there.'}
      </p>
      <div className="account__ways">
        <Link className="button button--quiet" to="/account">
          Your account
        </Link>
      </div>
    </div>
  );
}
