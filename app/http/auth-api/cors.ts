// CORS for the authentication API. Cross-origin calls carry no cookies; tokens and keys authorize them.

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const HEADERS = 'authorization, apikey, content-type, x-client-info, x-supabase-api-version';
const EXPOSED = 'x-total-count, link, retry-after, x-request-id';
const DAY_SECONDS = 86_400;

/** Allows the configured origins to read the response. */
export function setCorsHeaders(
  headers: Headers,
  request: Request,
  { allowedOrigins, siteUrl }: { allowedOrigins: readonly string[]; siteUrl: string },
): void {
  headers.append('vary', 'Origin');
  const origin = request.headers.get('origin');
  if (!origin || (origin !== siteUrl && !allowedOrigins.includes(origin))) return;
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-expose-headers', EXPOSED);
  if (request.method !== 'OPTIONS') return;
  headers.set('access-control-allow-methods', METHODS);
  headers.set('access-control-allow-headers', HEADERS);
  headers.set('access-control-max-age', String(DAY_SECONDS));
}
