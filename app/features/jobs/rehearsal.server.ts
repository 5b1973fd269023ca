// Work that does as it is told, for tests of everything around it. It leaves a line in the audit log for each item done, so
// that what was done twice is seen.
import { z } from 'zod';
import { auditLine } from '~/features/audit/audit.server';
import { InvalidError, TooManyError, UnavailableError } from '~/lib/errors';
import { type JobKind, RetryLaterError } from './job-kind';
import { lockItem } from './work-repo.server';

const Item = z.object({
  act: z.enum(['do', 'skip', 'refuse', 'unavailable', 'too-many', 'later', 'crash', 'clash']).default('do'),
  /** On later attempts it is done. */
  times: z.number().default(Number.MAX_SAFE_INTEGER),
  milliseconds: z.number().max(10_000).default(0),
  more: z.array(z.object({ key: z.string() })).default([]),
});
const Input = z.object({
  finish: z.enum(['none', 'refuse', 'unavailable', 'crash']).default('none'),
});

const ACTS = {
  refuse: () => new InvalidError('It is refused.'),
  unavailable: () => new UnavailableError('The provider is away.'),
  'too-many': () => new TooManyError('The provider wants a pause.', 0),
  later: () => new RetryLaterError('Not yet.'),
  crash: () => new TypeError('undefined is not a function'),
};

export const rehearsal: JobKind<z.infer<typeof Input>> = {
  kind: 'rehearsal',
  capability: 'jobs',
  input: Input,
  async run(ctx, item) {
    if (ctx.config.environment !== 'test') throw new InvalidError('Rehearsals are for tests.');
    const { act, times, milliseconds, more } = Item.parse(item.input);
    if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
    const isOn = item.attempt <= times;
    if (isOn && act === 'skip') return { status: 'skipped', reason: 'There was nothing to do.' };
    if (isOn && act !== 'do' && act !== 'skip' && act !== 'clash') throw ACTS[act]();
    const line = { event: 'rehearsal_done', subject: item.key, details: { jobId: item.jobId } };
    // A lock that is not there to be had: the whole transaction is stopped.
    const clash = isOn && act === 'clash' ? [lockItem(ctx.db.build, { id: -1, attempt: 1 })] : [];
    return {
      status: 'done',
      result: { attempt: item.attempt },
      statements: [auditLine(ctx, line), ...clash],
      more,
      after: () => ctx.pages.purge([`rehearsal:${item.key}`]),
    };
  },
  async finish(_ctx, _job, { finish }, counts) {
    if (finish !== 'none') throw ACTS[finish]();
    return { done: counts.done };
  },
};
