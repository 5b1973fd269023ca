// A link of a letter whose clicks are counted. Its place in the issue says where it leads, so it cannot be pointed
// elsewhere.
import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { followLink } from '~/features/newsletter/issues/archive.server';
import { toVisit } from '~/http/doors.server';
import { failureHeaders } from '~/http/failure-headers.server';
import { isVisit } from '~/http/is-visit';
import { isDomainError } from '~/lib/errors';

const HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { ctx, params, request } = toVisit(args);
  try {
    const place = /^\d{1,3}$/.test(params.link ?? '') ? Number(params.link) : -1;
    const location = await followLink(ctx, params.day ?? '', place, isVisit(request));
    return new Response(null, { status: 302, headers: { ...HEADERS, location } });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    // In words: a reader follows it out of a letter.
    const headers = new Headers({ ...HEADERS, 'content-type': 'text/plain; charset=utf-8' });
    for (const [name, value] of failureHeaders(error)) headers.set(name, value);
    const reason = error.status === 404 ? 'This link leads nowhere any more.' : error.message;
    return new Response(`${reason} Go on at ${ctx.config.siteUrl}/\n`, { status: error.status, headers });
  }
}
