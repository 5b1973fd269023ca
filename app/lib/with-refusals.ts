// Translates rejections of the database into a feature's own messages.
import { ConflictError, ConstraintError, InvalidError, NotFoundError } from './errors';

export interface Refusals {
  /** The column that an update sets to null on a version conflict, and the message for it. */
  stale: { column: string; message: string };
  /** By constraint name, or by kind ('duplicate', 'reference', 'check', 'missing'). */
  messages: Readonly<Record<string, readonly [field: string, message: string]>>;
}

/** @throws ConflictError, InvalidError; rejections without a message unchanged */
export async function withRefusals<T>({ stale, messages }: Refusals, written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    const { kind, constraint } = error;
    if (kind === 'missing' && constraint === stale.column) throw new ConflictError(stale.message);
    const found = messages[constraint] ?? messages[kind];
    if (!found) throw error;
    throw InvalidError.at(...found);
  }
}

/**
 * Waits for the update of one row, whose result is `saved`.
 * @param gone the message if no row was updated
 * @throws like `withRefusals`; NotFoundError
 */
export async function withUpdate<Row>(
  refusals: Refusals,
  gone: string,
  written: Promise<{ saved: Row[] }>,
): Promise<Row[]> {
  const { saved } = await withRefusals(refusals, written);
  if (saved.length === 0) throw new NotFoundError(gone);
  return saved;
}
