// Lists the account's sessions with device and last use, with buttons to end each or all others.
import { Form } from '@remix-run/react';
import type { SessionView } from '~/features/accounts/account';

export type ListedSession = Omit<SessionView, 'userAgent'> & { device: string };

const UTC = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short' });
// Newer JavaScript engines put a narrow no-break space (U+202F) before AM and PM, older ones a plain space.
const formatTime = (iso: string) => `${UTC.format(new Date(iso)).replace(/\u202f/g, ' ')} UTC`;

export function SessionList({ sessions }: { sessions: ListedSession[] }) {
  return (
    <section className="account__card" aria-labelledby="sessions">
      <h2 className="headline headline--4" id="sessions">
        Where you’re signed in
      </h2>
      <ul className="account__sessions">
        {sessions.map((session) => (
          <li className="account__session" key={session.id}>
            <div className="account__name">
              <p>{session.device}</p>
              <p className="meta">
                {session.isCurrent ? 'This device' : `Last used ${formatTime(session.lastSeenAt)}`}
                {session.address && `\u00a0· ${session.address}`}
              </p>
            </div>
            <EndSession session={session} />
          </li>
        ))}
      </ul>
      <p className="field__hint">Last use is accurate to about an hour.</p>
      {sessions.length > 2 && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="end-other-sessions" />
          <button className="button button--quiet" type="submit">
            Sign Out Everywhere Else
          </button>
        </Form>
      )}
    </section>
  );
}

function EndSession({ session: { id, device, isCurrent } }: { session: ListedSession }) {
  const button = (
    <button className="button button--quiet" type="submit">
      Sign Out<span className="sr-only"> {isCurrent ? 'this device' : device}</span>
    </button>
  );
  // A plain form loads a new document, so the next page's header cannot show the old session.
  if (isCurrent)
    return (
      <form method="post" action="/auth/sign-out">
        {button}
      </form>
    );
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="end-session" />
      <input type="hidden" name="session" value={id} />
      {button}
    </Form>
  );
}
