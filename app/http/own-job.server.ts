// A job of one's own, or any for who may see them all.
import { may } from '~/features/accounts/capabilities';
import { getStarter } from '~/features/jobs/jobs.server';
import { ForbiddenError } from '~/lib/errors';
import type { SignedInVisit } from './guards.server';

/** @throws NotFoundError; ForbiddenError for a job that somebody else started */
export async function requireOwnJob({ ctx, viewer }: SignedInVisit, jobId: string): Promise<void> {
  if (may(viewer, 'jobs')) return;
  if ((await getStarter(ctx, jobId)) !== viewer.userId)
    throw new ForbiddenError('Somebody else started this job. An admin can look after it.');
}
