import type { Timings } from '~/platform/context';

/**
 * A Server-Timing header: `total`, `db` with its round trips, and `render` in milliseconds, and the cache
 * state.
 */
export function serverTiming(total: number, timings: Timings, cacheState: string): string {
  const count = timings.roundTrips;
  return [
    `total;dur=${total.toFixed(1)}`,
    `db;dur=${timings.databaseMilliseconds.toFixed(1)};desc="${count} round trip${count === 1 ? '' : 's'}"`,
    `render;dur=${timings.renderMilliseconds.toFixed(1)}`,
    `cache;desc="${cacheState}"`,
  ].join(', ');
}
