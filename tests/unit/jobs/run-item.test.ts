// CPU-bound items are throttled; others run immediately.
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { JobKind } from '~/features/jobs/job-kind';
import { runItem } from '~/features/jobs/run-item.server';
import type { Pace } from '~/features/jobs/throttled';
import type { AppContext } from '~/platform/context';

const claim = {
  jobId: 'job',
  kind: 'kind',
  key: 'key',
  input: {},
  jobInput: {},
  createdBy: null,
  attempt: 1,
};
const ended: string[] = [];
vi.mock('~/features/jobs/work-repo.server', () => ({ claimItem: () => 'claim', renewLease: () => 'renew' }));
vi.mock('~/features/jobs/lease.server', () => ({ keepLease: () => () => {} }));
vi.mock('~/features/jobs/end-item.server', () => ({
  endWith: async (_ctx: object, _jobId: string, _hold: object, { status }: { status: string }) =>
    void ended.push(status),
}));

const ctx = {
  db: { build: {}, writeOne: async () => ({ rows: [claim] }) },
  faults: { reach: async () => {}, isDeath: () => false },
  config: { jobs: { leaseSeconds: 30, retrySeconds: 4 } },
  log: { write: () => {} },
} as unknown as AppContext;

it.each([
  ['throttles CPU-bound work until its commit ends', true, ['turn', 'done', 'over']],
  ['runs other work immediately', undefined, ['done']],
])('%s', async (_, yields, expected) => {
  ended.length = 0;
  const kind = {
    kind: 'kind',
    capability: 'repair',
    input: z.object({}),
    run: async () => ({ status: 'done' as const }),
    ...(yields !== undefined && { yields }),
  } satisfies JobKind<object>;
  const throttled: Pace = async (work) => {
    ended.push('turn');
    const result = await work();
    ended.push('over');
    return result;
  };
  const verdict = await runItem(ctx, { kind }, 1, 1, throttled);
  expect(verdict).toEqual({ retryAfterSeconds: null, jobId: 'job' });
  expect(ended).toEqual(expected);
});
