// What the database refuses, in the words of the feature that asked.
import { ConflictError, ConstraintError, InvalidError } from './errors';

export interface Refusals {
  /** The column that an update empties on purpose when somebody saved meanwhile, and what is said then. */
  stale: { column: string; message: string };
  /** By the constraint's name, or for a whole kind ('duplicate', 'reference', 'check', 'missing'). */
  words: Readonly<Record<string, readonly [field: string, message: string]>>;
}

/** @throws ConflictError, InvalidError; what has no words here as it is */
export async function withRefusals<T>({ stale, words }: Refusals, written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    const { kind, constraint } = error;
    if (kind === 'missing' && constraint === stale.column) throw new ConflictError(stale.message);
    const found = words[constraint] ?? words[kind];
    if (!found) throw error;
    throw InvalidError.at(...found);
  }
}
