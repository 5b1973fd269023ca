// Ads lead through here: the click is counted, and the reader goes on to where the link says, and nowhere else.
import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { followClick } from '~/features/ad-counts/take-events.server';
import { toVisit } from '~/http/doors.server';
import { isVisit } from '~/http/is-visit';
import { isDomainError } from '~/lib/errors';

/** The target learns nothing of where its reader was. */
const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { ctx, url, request } = toVisit(args);
  try {
    const location = await followClick(ctx, url.searchParams, isVisit(request));
    return new Response(null, { status: 302, headers: { ...HEADERS, location } });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const headers = { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' };
    return new Response(`This link leads nowhere any more. Go on at ${ctx.config.siteUrl}/\n`, {
      status: 404,
      headers,
    });
  }
}
