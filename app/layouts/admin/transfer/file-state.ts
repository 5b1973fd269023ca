// The status of a transfer file as a short text.
import type { TransferFile, TransferJob } from '~/features/transfer/files/transfer-file';

export interface FileState {
  tone: 'running' | 'good' | 'bad' | 'quiet';
  text: string;
}

const RUNNING: Record<string, string> = {
  export: 'Exporting',
  restore: 'Restoring',
  import: 'Importing',
};
const DONE: Record<string, string> = { export: 'Ready', restore: 'Restored', import: 'Imported' };

const isPreview = (job: TransferJob) => job.kind === 'import' && job.mode === 'look';

export function stateOf(
  file: Pick<TransferFile, 'status' | 'origin'> & { jobs: readonly TransferJob[] },
): FileState {
  const [newest] = file.jobs;
  if (newest?.status === 'running')
    return {
      tone: 'running',
      text: isPreview(newest) ? 'Reading' : (RUNNING[newest.kind] ?? 'In progress'),
    };
  if (newest?.status === 'failed') return { tone: 'bad', text: 'Failed' };
  if (newest?.status === 'cancelled') return { tone: 'quiet', text: 'Cancelled' };
  if (file.status === 'failed') return { tone: 'bad', text: 'Unreadable' };
  if (file.status === 'arriving') return { tone: 'quiet', text: 'Upload unfinished' };
  if (!newest) return { tone: 'good', text: 'Ready' };
  return { tone: 'good', text: isPreview(newest) ? 'Ready to import' : (DONE[newest.kind] ?? 'Ready') };
}
