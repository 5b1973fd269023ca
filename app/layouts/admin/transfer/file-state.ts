// A transfer file as its screens show it, with its status as a short text.
import { formatBytes } from '~/features/media/media-view';
import type { TransferFile, TransferJob } from '~/features/transfer/files/transfer-file';
import { formatMoment } from '~/lib/time/dates';

export interface ShownFile extends Pick<TransferFile, 'id' | 'name' | 'format' | 'origin'> {
  /** Null until the file is complete. */
  size: string | null;
  who: string | null;
  when: string;
  state: FileState;
}

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

export function toShownFile(
  file: TransferFile & { jobs: readonly TransferJob[] },
  timeZone: string,
): ShownFile {
  const { id, name, format, origin, bytes, createdByName, createdAt } = file;
  return {
    id,
    name,
    format,
    origin,
    size: bytes > 0 ? formatBytes(bytes) : null,
    who: createdByName,
    when: formatMoment(createdAt, timeZone),
    state: stateOf(file),
  };
}

function stateOf(file: Pick<TransferFile, 'status'> & { jobs: readonly TransferJob[] }): FileState {
  const [newest] = file.jobs;
  if (newest?.status === 'running')
    return {
      tone: 'running',
      text: isPreview(newest) ? 'Reading' : (RUNNING[newest.kind] ?? 'In progress'),
    };
  if (newest?.status === 'failed') return { tone: 'bad', text: 'Failed' };
  if (newest?.status === 'cancelled') return { tone: 'quiet', text: 'Canceled' };
  if (file.status === 'failed') return { tone: 'bad', text: 'Unreadable' };
  if (file.status === 'arriving') return { tone: 'quiet', text: 'Upload unfinished' };
  if (!newest) return { tone: 'good', text: 'Ready' };
  return { tone: 'good', text: isPreview(newest) ? 'Ready to import' : (DONE[newest.kind] ?? 'Ready') };
}
