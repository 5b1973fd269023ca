// A job whose items specify their own behavior, for tests of the job system. Production builds leave it out.
// Each finished item writes a line to the audit log, so that a test notices repeated work.
import { z } from 'zod';
import { auditLine } from '~/features/audit/audit.server';
import { InvalidError, TooManyError, UnavailableError } from '~/lib/errors';
import { pause } from '~/lib/time/within-time';
import type { JobKind } from './job-kind';
import { lockItem } from './work-repo.server';

const createItemSchema = () =>
  z.object({
    act: z.enum(['do', 'skip', 'refuse', 'unavailable', 'too-many', 'crash', 'clash']).default('do'),
    /** Attempts with this behavior; later ones succeed. */
    times: z.number().default(Number.MAX_SAFE_INTEGER),
    milliseconds: z.number().max(10_000).default(0),
    more: z.array(z.object({ key: z.string() })).default([]),
  });
const createInputSchema = () =>
  z.object({
    finish: z.enum(['none', 'refuse', 'unavailable', 'crash']).default('none'),
  });

const ACTS = {
  refuse: () => new InvalidError('It is refused.'),
  unavailable: () => new UnavailableError('The provider is unavailable.'),
  'too-many': () => new TooManyError('The provider wants a pause.', 0),
  crash: () => new TypeError('undefined is not a function'),
};

export function createTestJob(): JobKind<z.infer<ReturnType<typeof createInputSchema>>> {
  const Item = createItemSchema();
  return {
    kind: 'test',
    capability: 'jobs',
    input: createInputSchema(),
    async run(ctx, item) {
      if (ctx.config.environment !== 'test') throw new InvalidError('Test jobs run in tests only.');
      const { act, times, milliseconds, more } = Item.parse(item.input);
      if (milliseconds > 0) await pause(milliseconds);
      const isOn = item.attempt <= times;
      if (isOn && act === 'skip') return { status: 'skipped', reason: 'There was nothing to do.' };
      if (isOn && act !== 'do' && act !== 'skip' && act !== 'clash') throw ACTS[act]();
      const line = { event: 'test_job_done', subject: item.key, details: { jobId: item.jobId } };
      // Locking a row that does not exist fails the whole transaction.
      const clash = isOn && act === 'clash' ? [lockItem(ctx.db.build, { id: -1, attempt: 1 })] : [];
      return {
        status: 'done',
        result: { attempt: item.attempt },
        statements: [auditLine(ctx, line), ...clash],
        more,
        after: () => ctx.pageCache.purge([`test-job:${item.key}`]),
      };
    },
    async finish(_ctx, _job, { finish }, counts) {
      if (finish !== 'none') throw ACTS[finish]();
      return { done: counts.done };
    },
  };
}
