// Takes tokens out of the address's hash, where mail links leave them, and hands them to the server for a cookie.
import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { FAILURES, LINK_DEAD } from '~/features/accounts/account-notices';
import { useToast } from '~/ui/toast';

type Tokens = Record<'access_token' | 'refresh_token' | 'type', string>;

/** Null unless both tokens are there. The hash is cleared at once, so that it stays in no history. */
function takeTokens(): Tokens | null {
  const params = new URLSearchParams(window.location.hash.slice(1));
  const access_token = params.get('access_token');
  const refresh_token = params.get('refresh_token');
  if (!access_token || !refresh_token) return null;
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  return { access_token, refresh_token, type: params.get('type') ?? '' };
}

export function HashTokens() {
  const fetcher = useFetcher<{ message: string; conflict: boolean }>();
  const toast = useToast();
  const [tokens, setTokens] = useState<Tokens | null>(null);
  const answered = useRef<unknown>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has come
  useEffect(() => {
    const found = takeTokens();
    if (!found) return;
    setTokens(found);
    fetcher.submit(found, { method: 'post', action: '/auth/session' });
  }, []);

  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data || fetcher.data === answered.current) return;
    answered.current = fetcher.data;
    const { conflict, message } = fetcher.data;
    if (!conflict) toast({ title: FAILURES.link, description: message || LINK_DEAD, destructive: true });
  }, [fetcher.state, fetcher.data, toast]);

  if (!tokens || !fetcher.data?.conflict) return null;
  return (
    <fetcher.Form className="auth__question" method="post" action="/auth/session">
      <p>{fetcher.data.message} The link belongs to another account. Continuing signs you out of this one.</p>
      {Object.entries(tokens).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="button button--quiet" type="submit" name="replace" value="yes">
        Continue with the other account
      </button>
    </fetcher.Form>
  );
}
