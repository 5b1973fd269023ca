// The signed-in viewer, for the header of cached pages.
import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { toVisit } from '~/http/public-loader.server';
import { findSessionViewer } from '~/http/session/session.server';
import { isDomainError } from '~/lib/errors';

export async function loader(args: LoaderFunctionArgs) {
  const headers = { 'cache-control': 'no-store' };
  try {
    const viewer = await findSessionViewer(toVisit(args));
    const me = viewer && { fullName: viewer.fullName, email: viewer.email, role: viewer.role };
    return Response.json({ viewer: me }, { headers });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return Response.json({ error: error.message }, { status: error.status, headers });
  }
}
