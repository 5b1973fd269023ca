// Public files that are written on request: feeds, sitemaps, robots.txt. Machines read them, so their failures are
// plain text with a true status, never a page.
import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { isDomainError } from '~/lib/errors';
import { toVisit, type Visit } from './doors.server';
import { failureHeaders } from './failure-headers.server';
import { orMoved } from './missing-page.server';

/** A loader that answers with the text that `write` gives, or with a domain error's status and sentence. */
export function publicFile(
  contentType: string,
  write: (visit: Visit) => Promise<string> | string,
): (args: LoaderFunctionArgs) => Promise<Response> {
  return async (args) => {
    try {
      return new Response(await orMoved(toVisit(args), write), { headers: { 'content-type': contentType } });
    } catch (error) {
      if (!isDomainError(error)) throw error;
      const headers = failureHeaders(error);
      headers.set('content-type', 'text/plain; charset=utf-8');
      headers.set('cache-control', 'no-store');
      return new Response(`${error.message}\n`, { status: error.status, headers });
    }
  };
}
