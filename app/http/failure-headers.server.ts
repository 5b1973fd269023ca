// The headers that a refusal brings, whatever shape its body has.
import { TooManyError } from '~/lib/errors';

/** Retry-After where the error knows when trying again makes sense. */
export function failureHeaders(error: unknown): Headers {
  const headers = new Headers();
  if (error instanceof TooManyError) headers.set('retry-after', String(error.retryAfterSeconds));
  return headers;
}
