// Renders the complete document, without streaming: it is hashed, cached and sent with an ETag.
import type { AppLoadContext, EntryContext } from '@remix-run/cloudflare';
import { isRouteErrorResponse } from '@remix-run/react';
import { finishDocument } from '~/http/document/finish-document';
import { renderPage } from '~/http/document/render-page';
import { inlineSheets } from '~/http/document/site-styles.server';
import { contentSecurityPolicy } from '~/http/security/security-headers';
import { addCookies } from '~/http/session/pending-cookies.server';
import { toLoggedPath } from '~/lib/logged-path';

export default async function handleDocumentRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { app }: AppLoadContext,
): Promise<Response> {
  const began = performance.now();
  const nonce = crypto.randomUUID();
  let renderStatus = status;
  const rendered = await renderPage({
    context: remixContext,
    url: request.url,
    nonce,
    onError(error) {
      renderStatus = 500;
      logFailure(app.log, 'render', error);
    },
  });
  const { styles, ...parts } = inlineSheets(rendered.html);
  const { scripts } = rendered;
  const { body, hashes } = await finishDocument({ ...parts, nonce, scripts, styles: styles.css });
  addCookies(app, headers);
  headers.set('content-type', 'text/html; charset=utf-8');
  // Vite's hot reload adds inline scripts and styles.
  if (!import.meta.env.DEV)
    headers.set(
      'content-security-policy',
      contentSecurityPolicy(hashes, [await styles.hash], app.page.formTargets),
    );
  app.timings.renderMilliseconds += performance.now() - began;
  return new Response(body, { status: renderStatus, headers });
}

/** Logs an error that a loader or action threw and no route handler turned into a response. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
) {
  if (request.signal.aborted) return;
  // Client errors, for example an unsupported method, have been answered already.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  logFailure(context.app.log, toLoggedPath(new URL(request.url).pathname), error);
}

function logFailure(log: AppLoadContext['app']['log'], where: string, error: unknown): void {
  const reason = isRouteErrorResponse(error)
    ? `${error.status} ${JSON.stringify(error.data)}`
    : error instanceof Error
      ? error.message
      : String(error);
  log.write({ event: 'failure', where, reason, ...(error instanceof Error && { stack: error.stack }) });
}
