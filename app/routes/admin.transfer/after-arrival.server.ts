// What happens with an uploaded file at once: archives tell what is in them, other exports are looked through.
import { inspectArchive } from '~/features/archive/start-restore.server';
import { startLook } from '~/features/imports/start-import.server';
import { getFile } from '~/features/transfer/transfer-files.server';
import type { AppContext } from '~/platform/context';

/** @throws InvalidError for an archive that is damaged or none of ours */
export async function afterArrival(
  ctx: AppContext,
  actor: { userId: string },
  fileId: string,
): Promise<void> {
  const { format, jobs } = await getFile(ctx, fileId);
  if (format === 'archive') await inspectArchive(ctx, fileId);
  // Somebody who heard no answer says once more that all has arrived.
  else if (jobs.length === 0) await startLook(ctx, actor, fileId);
}
