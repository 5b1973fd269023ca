// Which other sites' pages may call the authentication API. No cookie goes along: tokens and keys authorise.

const PATH = /^\/auth\/v1(?=\/|$)/;
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const HEADERS = 'authorization, apikey, content-type, x-client-info, x-supabase-api-version';
const EXPOSED = 'x-total-count, link, retry-after, x-request-id';
const DAY_SECONDS = 86_400;

export function isAuthApi(path: string): boolean {
  return PATH.test(path);
}

/** Says who may read the answer; a page of any other origin gets it and cannot read it. */
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
