// Starts processing an uploaded file: archives are inspected, other exports are analyzed.

import type { AppContext } from '~/platform/context';
import { startAnalysis } from '../import/start-import.server';
import { inspectArchive } from '../restore/start-restore.server';
import { getFile } from './transfer-files.server';

/** @throws InvalidError for an archive that is damaged or not from this software */
export async function processUpload(
  ctx: AppContext,
  actor: { userId: string },
  fileId: string,
): Promise<void> {
  const { format, jobs } = await getFile(ctx, fileId);
  if (format === 'archive') await inspectArchive(ctx, fileId);
  // A client whose response was lost repeats the request.
  else if (jobs.length === 0) await startAnalysis(ctx, actor, fileId);
}
