// Archives and uploaded exports of more than a week ago, and bytes that a broken upload or deletion left, once an hour.
import { pruneFiles, sweepLostFiles } from '~/features/transfer/transfer-files.server';
import type { Job } from './job';

const MINUTE = 23;

export const pruneTransfers: Job = {
  name: 'prune-transfers',
  run: async (ctx) =>
    ctx.clock.now().getUTCMinutes() === MINUTE ? (await pruneFiles(ctx)) + (await sweepLostFiles(ctx)) : 0,
};
