// Files that bring a magazine in or take it out: their kinds and limits. For server and browser.

export const FORMATS = ['archive', 'wordpress', 'ghost'] as const;
export type TransferFormat = (typeof FORMATS)[number];

/** What the file store and the request gate take in one request. All parts of a file but the last have this size. */
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024;
/** Of a form with a file, which needs no JavaScript: what the gate lets through, less the form around it. */
export const LARGEST_FORM_FILE = 20 * 1024 * 1024;
/** The file store takes 10,000 parts. */
export const LARGEST_UPLOAD = 10_000 * UPLOAD_PART_BYTES;
/** For `accept` of a file field. */
export const ACCEPTED_TRANSFERS = '.xml,.json,.zip';

/** Archives and uploads are pruned after so many days. */
export const KEPT_DAYS = 7;

export const FORMAT_NAMES: Record<TransferFormat, string> = {
  archive: 'Archive of a magazine',
  wordpress: 'WordPress export',
  ghost: 'Ghost export',
};

/** What a file is, by its name; null for what is none of these. */
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
  /** What it was asked: a look, or the whole. */
  mode: string | null;
  status: 'running' | 'done' | 'cancelled' | 'failed';
  reason: string | null;
  result: unknown;
}

/** Where files and what became of them are shown. */
export const TRANSFER_SCREEN = { label: 'Import & Export', to: '/admin/transfer' };
