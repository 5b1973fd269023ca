// What the viewer alone gets of an article, for the script of its page. Never kept: it is theirs.
import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { findRest } from '~/features/articles/read-article.server';
import { toVisit } from '~/http/doors.server';
import { findSessionViewer } from '~/http/session.server';
import { isDomainError, UnauthorizedError } from '~/lib/errors';

export async function loader(args: LoaderFunctionArgs) {
  const headers = { 'cache-control': 'no-store' };
  const visit = toVisit(args);
  try {
    if (!(await findSessionViewer(visit)))
      throw new UnauthorizedError('This is for members: please sign in.');
    const rest = await findRest(visit.ctx, visit.params.slug ?? '');
    return Response.json({ rest }, { headers });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return Response.json({ error: error.message }, { status: error.status, headers });
  }
}
