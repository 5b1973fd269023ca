// The farewell: one button; then that it is done, and the way back.
import { PREFERENCES_PATH } from '~/features/newsletter/reader-link';
import { DeadLink } from './dead-link';

interface UnsubscribePageProps {
  view: { token: string; email: string | null };
  isDone: boolean;
}

export function UnsubscribePage({ view: { token, email }, isDone }: UnsubscribePageProps) {
  if (email === null && !isDone) return <DeadLink />;
  const preferences = `${PREFERENCES_PATH}?token=${token}`;
  if (isDone)
    return (
      <div className="subscribe-page container">
        <p className="kicker">The free weekly newsletter</p>
        <h1 className="headline headline--display">You are unsubscribed</h1>
        <p className="standfirst" role="status">
          No more letters go to {email ? <strong>{email}</strong> : 'this address'}.
        </p>
        {token && (
          <a className="button button--quiet" href={preferences}>
            That was a mistake
          </a>
        )}
      </div>
    );
  return (
    <div className="subscribe-page container">
      <p className="kicker">The free weekly newsletter</p>
      <h1 className="headline headline--display">Unsubscribe?</h1>
      <p className="standfirst">
        The weekly letter goes to <strong>{email}</strong>.
      </p>
      <form method="post">
        <input type="hidden" name="token" value={token} />
        <button className="button button--large" type="submit">
          Unsubscribe
        </button>
      </form>
      <p>
        <a className="link" href={preferences}>
          Rather once a month
        </a>
      </p>
    </div>
  );
}
