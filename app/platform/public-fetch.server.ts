// Fetches URLs that users enter. Features validate the URL. The network refuses names that resolve to private
// addresses.
import type { PublicFetch } from './context';

/**
 * @param network undefined on Cloudflare, whose fetch reaches public addresses only (`wrangler.toml` sets
 * `global_fetch_strictly_public`). Locally, a service that
 * refuses to connect to private addresses, regardless of the host name
 */
export function createPublicFetch(network: Fetcher | undefined, siteUrl: string): PublicFetch {
  const userAgent = `Magazine (+${siteUrl})`;
  const send = (url: URL, init: RequestInit) =>
    (network ?? globalThis).fetch(url.href, { ...init, redirect: 'manual' });
  return {
    fetch: (url, { accept, signal }) => send(url, { headers: { accept, 'user-agent': userAgent }, signal }),
    post: (url, { body, headers, signal }) =>
      send(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'user-agent': userAgent },
        body,
        signal,
      }),
  };
}
