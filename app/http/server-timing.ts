import type { Timings } from '~/platform/context';

/** `total`, `db` (with its round trips), `render` and the cache's state, in milliseconds. */
export function serverTiming(total: number, timings: Timings, cacheState: string): string {
  const trips = timings.roundTrips;
  return [
    `total;dur=${total.toFixed(1)}`,
    `db;dur=${timings.databaseMilliseconds.toFixed(1)};desc="${trips} round trip${trips === 1 ? '' : 's'}"`,
    `render;dur=${timings.renderMilliseconds.toFixed(1)}`,
    `cache;desc="${cacheState}"`,
  ].join(', ');
}
