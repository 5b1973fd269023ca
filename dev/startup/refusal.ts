// Failures a person can act on: the sentence is all that is shown, without a stack.
export class Refusal extends Error {
  override name = 'Refusal';
}

/** What to print for an error: the sentence of a refusal, the stack of a surprise. */
export function toText(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The errno or SQLSTATE of an error, or an empty string. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
