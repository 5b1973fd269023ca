// Shown when a subscription without JavaScript fails: the form with the reader's input and the error.
import { Link } from '@remix-run/react';
import type { LeadSource } from '~/features/newsletter/subscribers/lead-source';
import { SubscribeForm } from '~/features/newsletter/ui/subscribe-form';

interface SubscribePageProps {
  email: string;
  error?: string | null | undefined;
  source: LeadSource;
  /** The path on this site that the reader came from. */
  returnTo: string;
}

export function SubscribePage({ email, error, source, returnTo }: SubscribePageProps) {
  return (
    <div className="subscribe-page container">
      <p className="kicker">The free weekly newsletter</p>
      <h1 className="headline headline--display">
        {error ? 'We couldn’t subscribe you' : 'Join the newsletter'}
      </h1>
      {error ? (
        <p className="subscribe-page__error" role="alert">
          {error}
        </p>
      ) : (
        <p className="standfirst">One email every Tuesday for law firm owners.</p>
      )}
      <SubscribeForm
        source={source}
        label="Email address"
        buttonText="Subscribe"
        email={email}
        invalid={Boolean(error)}
        returnTo={returnTo}
      />
      <p className="meta">Sent every Tuesday. Unsubscribe at any time.</p>
      <Link className="button button--text" to={returnTo}>
        Go Back
      </Link>
    </div>
  );
}
