// What a JSON door answers for something that is not there.
import { NotFoundError } from '~/lib/errors';

/** `{error}` with 404 for a NotFoundError; other failures are thrown on. */
export async function answerMissing(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof NotFoundError) return Response.json({ error: error.message }, { status: 404 });
    throw error;
  }
}
