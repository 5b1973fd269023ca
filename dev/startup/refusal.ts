import { textPropertyOf } from '~/lib/properties';

// An error that the user can fix. Only its message is printed, without a stack.
export class Refusal extends Error {
  override name = 'Refusal';
}

/** The text to print for an error: the message of a Refusal, else the stack. */
export function refusalText(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The errno or SQLSTATE of an error, or an empty string. */
export function errorCodeOf(error: unknown): string {
  return textPropertyOf(error, 'code');
}
