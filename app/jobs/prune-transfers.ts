// Archives and uploaded exports of more than a week ago, once an hour.
import { pruneFiles } from '~/features/transfer/transfer-files.server';
import type { Job } from './job';

const MINUTE = 23;

export const pruneTransfers: Job = {
  name: 'prune-transfers',
  run: async (ctx) => (ctx.clock.now().getUTCMinutes() === MINUTE ? pruneFiles(ctx) : 0),
};
