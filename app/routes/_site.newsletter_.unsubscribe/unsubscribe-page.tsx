// The farewell: one button; then that it is done, and the way back.
import { PREFERENCES_PATH } from '~/features/newsletter/reader-link';
import { DeadLink } from './dead-link';
import { LetterButton, LetterPage } from './letter-page';

interface UnsubscribePageProps {
  token: string;
  /** Null for a link that names nobody. */
  email: string | null;
  isDone: boolean;
}

export function UnsubscribePage({ token, email, isDone }: UnsubscribePageProps) {
  if (email === null && !isDone) return <DeadLink />;
  const preferences = `${PREFERENCES_PATH}?token=${token}`;
  if (isDone)
    return (
      <LetterPage
        title="You are unsubscribed"
        text={<>No more letters go to {email ? <strong>{email}</strong> : 'this address'}.</>}
        isAnswer
      >
        {token && (
          <a className="button button--quiet" href={preferences}>
            That was a mistake
          </a>
        )}
      </LetterPage>
    );
  return (
    <LetterPage
      title="Unsubscribe?"
      text={
        <>
          The weekly letter goes to <strong>{email}</strong>.
        </>
      }
    >
      <LetterButton token={token} words="Unsubscribe" />
      <p>
        <a className="link" href={preferences}>
          Rather once a month
        </a>
      </p>
    </LetterPage>
  );
}
