// A job of one's own, or any for who may see them all.
import { may } from '~/features/accounts/capabilities';
import { getStarter } from '~/features/jobs/jobs.server';
import type { SignedInVisit } from '~/http/guards.server';
import { KINDS } from '~/jobs/kinds';
import { ForbiddenError } from '~/lib/errors';

/**
 * Whoever has another role by now than when they started it looks after it no more, unless they may still start such a job.
 * @throws NotFoundError; ForbiddenError for a job that somebody else started, or of a kind that is not for this person
 */
export async function requireOwnJob({ ctx, viewer }: SignedInVisit, jobId: string): Promise<void> {
  if (may(viewer, 'jobs')) return;
  const { kind, createdBy } = await getStarter(ctx, jobId);
  if (createdBy !== viewer.userId)
    throw new ForbiddenError('Somebody else started this job. An admin can look after it.');
  if (!may(viewer, KINDS[kind]?.capability ?? null))
    throw new ForbiddenError(
      'Your account may not do this kind of work any more. An admin can look after it.',
    );
}
