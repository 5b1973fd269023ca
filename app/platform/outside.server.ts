// Fetching from addresses that people give. Features judge the address; where its name leads, only the network knows.
import type { Outside } from './context';

/**
 * @param network on Cloudflare nothing: its fetch reaches public addresses alone. A machine of our own has neighbours,
 * so there it is a service that refuses private addresses when it connects, whatever name led to them.
 */
export function createOutside(network: Fetcher | undefined, siteUrl: string): Outside {
  return {
    fetch(url, { accept, signal }) {
      const headers = { accept, 'user-agent': `Magazine (+${siteUrl})` };
      return (network ?? globalThis).fetch(url.href, { headers, signal, redirect: 'manual' });
    },
  };
}
