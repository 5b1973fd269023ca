// Ad link redirect: counts the click and redirects to the target that the ad had when its page or email was made. The link is signed,
// so that no one else can choose a target, and works until the ad is deleted.
import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { followClick } from '~/features/ads/tracking/record-events.server';
import { isVisit } from '~/http/cache/is-visit';
import { toVisit } from '~/http/public-loader.server';
import { isDomainError } from '~/lib/errors';

/** No referrer, so that the target site does not learn which page was read. */
const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { ctx, url, request } = toVisit(args);
  try {
    const location = await followClick(ctx, url.searchParams, isVisit(request));
    return new Response(null, { status: 302, headers: { ...HEADERS, location } });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const headers = { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' };
    return new Response(`This link no longer works. Continue to ${ctx.config.siteUrl}/\n`, {
      status: 404,
      headers,
    });
  }
}
