// Files that a broken upload or deletion left, once an hour: a trigger that was missed is made up for by the next.
import { sweepLeftovers } from '~/features/media/media-library.server';
import type { Job } from './job';

const MINUTE = 7;

export const sweepMedia: Job = {
  name: 'sweep-media',
  run: async (ctx) => (ctx.clock.now().getUTCMinutes() === MINUTE ? sweepLeftovers(ctx) : 0),
};
