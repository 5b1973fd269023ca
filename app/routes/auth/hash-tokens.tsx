// Reads tokens from the URL hash of an email link and exchanges them for a session cookie. If this browser
// did not request the link, the person must confirm first.
import type { FetcherWithComponents } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { AdoptionQuestion } from '~/features/accounts/sessions/sessions.server';
import { FAILURES, MAIL_LINK_DEAD } from '~/features/accounts/sign-in/account-notices';
import { useToast } from '~/ui/toast';

type Tokens = Record<'access_token' | 'refresh_token' | 'type', string>;

/**
 * Returns null unless both tokens are present. Clears the hash immediately, so that tokens stay out of the
 * history.
 */
function takeTokens(): Tokens | null {
  const params = new URLSearchParams(window.location.hash.slice(1));
  const access_token = params.get('access_token');
  const refresh_token = params.get('refresh_token');
  if (!access_token || !refresh_token) return null;
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  return { access_token, refresh_token, type: params.get('type') ?? '' };
}

/** The answer of `/auth/session`, unless it redirects. */
export interface ExchangeAnswer {
  message?: string;
  question?: AdoptionQuestion;
}

export function HashTokens({ fetcher }: { fetcher: FetcherWithComponents<ExchangeAnswer> }) {
  const toast = useToast();
  const [tokens, setTokens] = useState<Tokens | null>(null);
  const answered = useRef<unknown>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    const found = takeTokens();
    if (!found) return;
    setTokens(found);
    fetcher.submit(found, { method: 'post', action: '/auth/session' });
  }, []);

  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data || fetcher.data === answered.current) return;
    answered.current = fetcher.data;
    const { question, message } = fetcher.data;
    if (question) return;
    toast({ title: FAILURES.link, description: message || MAIL_LINK_DEAD, destructive: true });
    setTokens(null);
  }, [fetcher.state, fetcher.data, toast]);

  const question = fetcher.data?.question;
  if (!tokens || !question) return null;
  const { account, current, isSame } = question;
  const isPending = fetcher.state !== 'idle';
  return (
    <fetcher.Form className="auth__question" method="post" action="/auth/session">
      <div role="alert">
        <p className="auth__question-title">Sign in as {account}?</p>
        <p>
          The link you opened signs you in to this account. Continue only if you asked for the link yourself.
        </p>
        {current && (
          <p>
            {isSame
              ? 'You’re already signed in to this account. Continuing ends that session, and you may need your second factor again.'
              : `You’re signed in as ${current}. Continuing signs you out of that account.`}
          </p>
        )}
      </div>
      {Object.entries(tokens).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="auth__question-ways">
        <button className="button" type="submit" name="confirmed" value="yes" disabled={isPending}>
          {isPending ? 'Signing in...' : 'Continue'}
        </button>
        <button className="button button--quiet" type="button" onClick={() => setTokens(null)}>
          {current ? 'Stay Signed In' : 'Cancel'}
        </button>
      </div>
    </fetcher.Form>
  );
}
