// The answer to a subscription that failed without JavaScript: the form again, with what was typed and the reason.
import { Link } from '@remix-run/react';
import type { LeadSource } from '~/features/newsletter/lead-source';
import { SubscribeForm } from '~/features/newsletter/ui/subscribe-form';

interface SubscribePageProps {
  email: string;
  error?: string | null;
  source: LeadSource;
  /** A path of this site: where the reader came from. */
  returnTo: string;
}

export function SubscribePage({ email, error, source, returnTo }: SubscribePageProps) {
  return (
    <div className="subscribe-page container">
      <p className="kicker">The free weekly newsletter</p>
      <h1 className="headline headline--display">
        {error ? 'That did not go through' : 'Join the newsletter'}
      </h1>
      {error ? (
        <p className="subscribe-page__error" role="alert">
          {error}
        </p>
      ) : (
        <p className="standfirst">One letter every Tuesday for people who own a law firm.</p>
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
        Back to where you were
      </Link>
    </div>
  );
}
