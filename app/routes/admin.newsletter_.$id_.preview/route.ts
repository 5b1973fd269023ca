// A letter as its readers will see it: `?as=text` is the plain part. A document of its own, because mail has its styles
// inside, which the newsroom's pages must not have.
import { previewIssue } from '~/features/newsletter/issues/manage-issues.server';
import { SAMPLE_TOKEN } from '~/features/newsletter/reader-link';
import { adminAction, adminLoader } from '~/http/guards.server';
import { idParam } from '~/http/id-param.server';

/** Pictures and the letter's own styles, and nothing that runs. */
const POLICY = (siteUrl: string) =>
  `default-src 'none'; img-src 'self' ${siteUrl} data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export const loader = adminLoader('newsletter', async ({ ctx, params, url, viewer }) => {
  const letter = (await previewIssue(ctx, idParam(params))).to(viewer.email, SAMPLE_TOKEN);
  const isText = url.searchParams.get('as') === 'text';
  return new Response(isText ? letter.text : letter.html, {
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
