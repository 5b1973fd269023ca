// A link of a letter whose clicks are counted. Its place in the issue says where it leads, so it cannot be pointed
// elsewhere.
import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { followLink } from '~/features/newsletter/issues/archive.server';
import { toFailure, toVisit } from '~/http/doors.server';

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { ctx, params, request } = toVisit(args);
  try {
    const place = /^\d{1,3}$/.test(params.link ?? '') ? Number(params.link) : -1;
    const link = await followLink(ctx, params.day ?? '', place, request.method === 'GET');
    return new Response(null, {
      status: 302,
      headers: { location: link, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
    });
  } catch (error) {
    throw toFailure(error);
  }
}
