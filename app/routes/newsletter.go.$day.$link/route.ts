// Redirects a link from a newsletter email and counts the click. The URL contains only the link's position in
// the issue, so it cannot redirect elsewhere.
import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { followNewsletterLink } from '~/features/newsletter/issues/archive.server';
import { isVisit } from '~/http/cache/is-visit';
import { toVisit } from '~/http/public-loader.server';
import { failureHeaders } from '~/http/security/security-headers';
import { isDomainError } from '~/lib/errors';

const HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { ctx, params, request } = toVisit(args);
  try {
    const position = /^\d{1,3}$/.test(params.link ?? '') ? Number(params.link) : -1;
    const location = await followNewsletterLink(ctx, params.day ?? '', position, isVisit(request));
    return new Response(null, { status: 302, headers: { ...HEADERS, location } });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    // Plain text, because a person opens this link from an email.
    const headers = new Headers({ ...HEADERS, 'content-type': 'text/plain; charset=utf-8' });
    for (const [name, value] of failureHeaders(error)) headers.set(name, value);
    const reason = error.status === 404 ? 'This link no longer works.' : error.message;
    return new Response(`${reason} Continue to ${ctx.config.siteUrl}/\n`, { status: error.status, headers });
  }
}
