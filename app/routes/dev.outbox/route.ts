// What the local mail provider kept, newest first. Only there where mail does not really leave.
import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { toVisit } from '~/http/doors.server';
import { escapeHtml } from '~/lib/escape';
import type { KeptMessage } from '~/platform/context';
import outboxStyles from '~/styles/outbox.css?url';
import siteStyles from '~/styles/site.css?url';

/** Far more than anyone looks through. */
const MOST_SHOWN = 200;
/** As many as a worker's memory bears. */
const MOST_FOR_PROGRAMS = 2_000;

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
    return Response.json(await outbox.list(MOST_FOR_PROGRAMS));
  return new Response(renderPage(await outbox.list(MOST_SHOWN)), {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}

function renderPage(messages: readonly KeptMessage[]): string {
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
<p class="outbox__text">Mail that this machine kept instead of sending. Newest first.</p>
${list || '<p class="outbox__text">No mail yet.</p>'}
</main>
</body>
</html>
`;
}

function renderMessage({ to, subject, text, createdAt }: KeptMessage): string {
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
