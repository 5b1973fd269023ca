// Fetching from addresses that people give. Features judge the address; where its name leads, only the network knows.
import type { Outside } from './context';

/**
 * @param network on Cloudflare nothing: its fetch reaches public addresses alone. A machine of our own has neighbours,
 * so there it is a service that refuses private addresses when it connects, whatever name led to them.
 */
export function createOutside(network: Fetcher | undefined, siteUrl: string): Outside {
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
