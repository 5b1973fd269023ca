// What a JSON door answers for something that is not there, or not theirs who ask.
import { ForbiddenError, NotFoundError } from '~/lib/errors';

/** `{error}` with 404 for a NotFoundError and 403 for a ForbiddenError; other failures are thrown on. */
export async function answerMissing(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof ForbiddenError)
      return Response.json({ error: error.message }, { status: error.status });
    throw error;
  }
}
