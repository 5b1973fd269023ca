// Previews a newsletter email; `?as=text` shows the plain-text part. A separate document, because the email's
// inline styles must not apply to admin pages.

import { SAMPLE_TOKEN } from '~/features/newsletter/emails/reader-link';
import { previewIssue } from '~/features/newsletter/issues/manage-issues.server';
import { idParam } from '~/http/forms/url-params.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';

/** Allows images and inline styles, and blocks scripts. */
const POLICY = (siteUrl: string) =>
  `default-src 'none'; img-src 'self' ${siteUrl} data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export const loader = adminLoader('newsletter', async ({ ctx, params, url, viewer }) => {
  const email = (await previewIssue(ctx, idParam(params))).to(viewer.email, SAMPLE_TOKEN);
  const isText = url.searchParams.get('as') === 'text';
  return new Response(isText ? email.text : email.html, {
    headers: {
      'content-type': isText ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
      'content-security-policy': POLICY(ctx.config.siteUrl),
      'cache-control': 'no-store',
    },
  });
});

export const action = adminAction('newsletter', () => {
  throw new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
});
