// Access to a job: its starter, everyone with its capability if it is shared, and anyone with the `jobs`
// capability.
import type { Viewer } from '~/features/accounts/account';
import { may } from '~/features/accounts/capabilities';
import { getStarter } from '~/features/jobs/jobs.server';
import { ForbiddenError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { KINDS } from './job-kinds';

/**
 * The starter also needs the capability of the job's kind now, since roles can change.
 * @throws NotFoundError; ForbiddenError for another account's job, or for a kind this account may no longer
 * start
 */
export async function requireOwnJob(
  { ctx, viewer }: { ctx: AppContext; viewer: Viewer },
  jobId: string,
): Promise<void> {
  if (may(viewer, 'jobs')) return;
  const { kind, createdBy } = await getStarter(ctx, jobId);
  const known = KINDS[kind];
  if (createdBy !== viewer.userId && !known?.isShared)
    throw new ForbiddenError('Someone else started this job. An admin can manage it.');
  if (!may(viewer, known?.capability ?? null))
    throw new ForbiddenError('Your account can no longer run this kind of job. An admin can manage it.');
}
