// One question and its button; then the thanks.
import { Link } from '@remix-run/react';
import { DeadLink } from '../_site.newsletter_.unsubscribe/dead-link';

interface ConfirmPageProps {
  view: { token: string; email: string | null };
  isDone: boolean;
}

export function ConfirmPage({ view: { token, email }, isDone }: ConfirmPageProps) {
  if (isDone)
    return (
      <div className="subscribe-page container">
        <p className="kicker">The free weekly newsletter</p>
        <h1 className="headline headline--display">Your subscription is confirmed</h1>
        <p className="standfirst" role="status">
          Thank you. The next letter comes on Tuesday.
        </p>
        <Link className="button" to="/">
          Go to the magazine
        </Link>
      </div>
    );
  if (email === null) return <DeadLink />;
  return (
    <div className="subscribe-page container">
      <p className="kicker">The free weekly newsletter</p>
      <h1 className="headline headline--display">Confirm your subscription</h1>
      <p className="standfirst">
        The weekly letter will go to <strong>{email}</strong>.
      </p>
      {/* A plain form: it works in every browser that a mail program opens. */}
      <form method="post">
        <input type="hidden" name="token" value={token} />
        <button className="button button--large" type="submit">
          Confirm subscription
        </button>
      </form>
      <p className="meta">Sent every Tuesday. Unsubscribe at any time.</p>
    </div>
  );
}
