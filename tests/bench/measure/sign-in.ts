// Signs the demo's administrator in to a worker.
import { DEMO_ACCOUNTS } from 'db/seed/demo-accounts';
import type { WorkerdServer } from './workerd-server';

/** Returns the Cookie header of a new session. */
export async function signInAdmin({ port }: Pick<WorkerdServer, 'port'>): Promise<string> {
  const origin = `http://127.0.0.1:${port}`;
  const [{ email, password }] = DEMO_ACCOUNTS;
  const answer = await fetch(`${origin}/auth`, {
    method: 'POST',
    body: new URLSearchParams({ intent: 'sign-in', email, password }),
    headers: { origin },
    redirect: 'manual',
  });
  const line = answer.headers.getSetCookie().find((cookie) => cookie.includes('session='));
  if (answer.status !== 303 || !line) throw new Error(`Signing in answered ${answer.status}`);
  return line.slice(0, line.indexOf(';'));
}
