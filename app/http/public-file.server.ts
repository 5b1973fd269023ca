// Generated public files: feeds, sitemaps, robots.txt. Programs read them, so errors are plain text with an
// error status.
import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { isDomainError } from '~/lib/errors';
import { orRedirect } from './missing-page.server';
import { toVisit, type Visit } from './public-loader.server';
import { failureHeaders } from './security/security-headers';

/** A loader that answers with the text from `write`, or with a domain error's status and message. */
export function publicFile(
  contentType: string,
  write: (visit: Visit) => Promise<string> | string,
): (args: LoaderFunctionArgs) => Promise<Response> {
  return async (args) => {
    try {
      return new Response(await orRedirect(toVisit(args), write), {
        headers: { 'content-type': contentType },
      });
    } catch (error) {
      if (!isDomainError(error)) throw error;
      const headers = failureHeaders(error);
      headers.set('content-type', 'text/plain; charset=utf-8');
      headers.set('cache-control', 'no-store');
      return new Response(`${error.message}\n`, { status: error.status, headers });
    }
  };
}
