// In what state a file is, in a word or two.
import type { TransferFile, TransferJob } from '~/features/transfer/transfer-file';

export interface FileState {
  tone: 'running' | 'good' | 'bad' | 'quiet';
  words: string;
}

const RUNNING: Record<string, string> = {
  export: 'Being made',
  restore: 'Being restored',
  import: 'Being imported',
};
const DONE: Record<string, string> = { export: 'Ready', restore: 'Restored', import: 'Imported' };

const isLook = (job: TransferJob) => job.kind === 'import' && job.mode === 'look';

export function stateOf(
  file: Pick<TransferFile, 'status' | 'origin'> & { jobs: readonly TransferJob[] },
): FileState {
  const [newest] = file.jobs;
  if (newest?.status === 'running')
    return {
      tone: 'running',
      words: isLook(newest) ? 'Being looked through' : (RUNNING[newest.kind] ?? 'At work'),
    };
  if (newest?.status === 'failed') return { tone: 'bad', words: 'Failed' };
  if (newest?.status === 'cancelled') return { tone: 'quiet', words: 'Cancelled' };
  if (file.status === 'failed') return { tone: 'bad', words: 'Cannot be read' };
  if (file.status === 'arriving') return { tone: 'quiet', words: 'Upload unfinished' };
  if (!newest) return { tone: 'good', words: 'Ready' };
  return { tone: 'good', words: isLook(newest) ? 'Ready to import' : (DONE[newest.kind] ?? 'Ready') };
}
