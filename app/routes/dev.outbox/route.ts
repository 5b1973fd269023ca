// Lists emails stored by the local mail provider, newest first. Returns 404 where email is really sent.
import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { toVisit } from '~/http/public-loader.server';
import { escapeHtml } from '~/lib/html/escape';
import type { StoredMessage } from '~/platform/context';
import outboxStyles from '~/styles/site/outbox.css?url';
import siteStyles from '~/styles/site/site.css?url';

/** Maximum number of emails on the page. */
const MAX_ON_PAGE = 200;
/** Maximum number of emails in the JSON response, to stay within the Worker's memory. */
const MAX_IN_JSON = 2_000;

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, request } = toVisit(args);
  const { outbox } = ctx.mail;
  if (!outbox || ctx.config.environment === 'production') {
    return new Response('Not found\n', {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  }
  if (request.headers.get('accept')?.includes('application/json'))
    return Response.json(await outbox.list(MAX_IN_JSON));
  return new Response(renderPage(await outbox.list(MAX_ON_PAGE)), {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}

function renderPage(messages: readonly StoredMessage[]): string {
  const list = messages.map(renderMessage).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox</title>
<link rel="stylesheet" href="${siteStyles}">
<link rel="stylesheet" href="${outboxStyles}">
</head>
<body>
<main class="outbox">
<h1 class="headline headline--2">Outbox</h1>
<p class="outbox__text">Emails stored on this machine instead of being sent, newest first.</p>
${list || '<p class="outbox__text">No emails yet.</p>'}
</main>
</body>
</html>
`;
}

function renderMessage({ to, subject, text, createdAt }: StoredMessage): string {
  const body = escapeHtml(text).replace(
    /https?:\/\/[^\s<]+/g,
    (url) => `<a class="link" href="${url}">${url}</a>`,
  );
  return `<article class="outbox__message">
<h2 class="headline headline--5">${escapeHtml(subject)}</h2>
<p class="meta">To ${escapeHtml(to)} · <time datetime="${createdAt}">${createdAt.slice(0, 16).replace('T', ' ')} UTC</time></p>
<p class="outbox__body">${body}</p>
</article>`;
}
