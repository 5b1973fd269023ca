// Import and export files: formats and limits. Shared by server and browser.
import { textPropertyOf } from '~/lib/properties';

export const FORMATS = ['archive', 'wordpress', 'ghost'] as const;
export type TransferFormat = (typeof FORMATS)[number];

/** Limit per request. All parts of a file except the last have this size. */
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024;
/** Limit for the upload form without JavaScript: the request limit minus form overhead. */
export const MAX_FORM_FILE_BYTES = 20 * 1024 * 1024;
/** R2 allows 10,000 parts per upload. */
export const MAX_UPLOAD_BYTES = 10_000 * UPLOAD_PART_BYTES;
/** For `accept` of a file field. */
export const ACCEPTED_TRANSFERS = '.xml,.json,.zip';

/** Days until archives and uploads are deleted. */
export const FILE_RETENTION_DAYS = 7;

export const FORMAT_NAMES: Record<TransferFormat, string> = {
  archive: 'Site archive',
  wordpress: 'WordPress export',
  ghost: 'Ghost export',
};

/** The format of a file by its extension; null for unknown ones. */
export function formatOf(name: string): TransferFormat | null {
  if (/\.xml$/i.test(name)) return 'wordpress';
  if (/\.json$/i.test(name)) return 'ghost';
  return /\.zip$/i.test(name) ? 'archive' : null;
}

export interface TransferFile {
  id: string;
  format: TransferFormat;
  origin: 'made' | 'uploaded';
  name: string;
  key: string;
  bytes: number;
  status: 'arriving' | 'ready' | 'failed';
  contents: unknown;
  createdByName: string | null;
  createdAt: Date;
}

/** The job that last worked on a file. */
export interface TransferJob {
  id: string;
  kind: string;
  /** `look` to analyze the file, `bring` to import it. */
  mode: string | null;
  status: 'running' | 'done' | 'cancelled' | 'failed';
  reason: string | null;
  result: unknown;
}

/** The screen that lists files and their jobs. */
export const TRANSFER_SCREEN = { label: 'Import & Export', to: '/admin/transfer' };

/** The page of the file that a job uses, from the job's input. */
export function filePageOf(input: unknown): string {
  return `${TRANSFER_SCREEN.to}/${textPropertyOf(input, 'fileId')}`;
}
