// The viewer's newsletter subscription: its state and the actions it allows.
import { Form, Link } from '@remix-run/react';
import type { LeadStatus } from '~/features/newsletter/subscribers/lead-view';
import type { OwnSubscription } from '~/features/newsletter/subscribers/own-subscription.server';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { AccountHead, AccountRefusal } from '~/layouts/account/account-head';
import { SubmitButton } from '~/ui/submit-button';

interface NewsletterPageProps {
  subscription: OwnSubscription;
  refused: RefusedForm | null;
}

interface State {
  title: string;
  text: string;
  /** Label of the subscribe button. Without it, no button is shown. */
  subscribeLabel?: string;
}

const STATES: Record<LeadStatus | 'none', State> = {
  none: {
    title: 'Not subscribed',
    text: 'One email a week with ideas law firm owners can use. Free. Unsubscribe at any time.',
    subscribeLabel: 'Subscribe',
  },
  pending: {
    title: 'Not confirmed yet',
    text: 'This address was signed up but not confirmed. We won’t send the newsletter until you confirm.',
    subscribeLabel: 'Confirm subscription',
  },
  confirmed: { title: 'Subscribed', text: 'You get the newsletter every Tuesday.' },
  unsubscribed: {
    title: 'You are unsubscribed',
    text: 'We no longer send the newsletter to this address.',
    subscribeLabel: 'Subscribe Again',
  },
  bounced: {
    title: 'Delivery failed',
    text: 'Your mail server rejected our emails, so we stopped sending them. Change your email address to subscribe again.',
  },
};
const MONTHLY = 'You get the first issue of each month.';

export function AccountNewsletterPage({ subscription, refused }: NewsletterPageProps) {
  const { email, isProven } = subscription;
  return (
    <div className="account account--security container">
      <AccountHead title="Newsletter">
        {email && (
          <p className="account__lead">
            Sent to <strong>{email}</strong>.
          </p>
        )}
      </AccountHead>
      <AccountRefusal refused={refused} />
      {isProven ? <Subscription {...subscription} /> : <NotProven email={email} />}
    </div>
  );
}

function Subscription({ status, frequency, preferences }: OwnSubscription) {
  const { title, text, subscribeLabel } = STATES[status ?? 'none'];
  return (
    <div className="account__card account__card--wide">
      <div className="newsletter-state" data-state={status ?? 'none'}>
        <h2 className="headline headline--4">{title}</h2>
        <p className="account__text">{status === 'confirmed' && frequency === 'monthly' ? MONTHLY : text}</p>
      </div>
      <div className="account__ways">
        {subscribeLabel && (
          <Form method="post">
            <input type="hidden" name="intent" value="subscribe" />
            <SubmitButton intent="subscribe" pending="Subscribing...">
              {subscribeLabel}
            </SubmitButton>
          </Form>
        )}
        {(status === 'confirmed' || status === 'pending') && (
          <Form method="post">
            <input type="hidden" name="intent" value="unsubscribe" />
            <SubmitButton intent="unsubscribe" pending="Unsubscribing..." className="button button--quiet">
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
            Edit Newsletter Preferences
          </a>
        )}
      </div>
    </div>
  );
}

/** Without proof of ownership, anyone could end another person's subscription. */
function NotProven({ email }: { email: string }) {
  return (
    <div className="account__card account__card--wide">
      <h2 className="headline headline--4">
        {email ? 'Confirm your email address' : 'No email address yet'}
      </h2>
      <p className="account__text">
        {email
          ? 'This address isn’t confirmed yet. Open a sign-in or password reset link that we emailed you to confirm it.'
          : 'Your account has no email address. Add one on your account page, then open the link we email you.'}
      </p>
      <div className="account__ways">
        <Link className="button button--quiet" to="/account">
          Go to Your Account
        </Link>
      </div>
    </div>
  );
}
