// What is refused before anything else looks at it.

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const BODY_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Reader's forms are an address and a word; doors that take more say so themselves. */
const MAX_BODY_BYTES = 64 * 1024;
const MAX_URL_LENGTH = 4_096;

const REFUSALS: Record<number, string> = {
  400: 'Bad request: the address is not well formed.',
  405: 'Method not allowed.',
  411: 'Length required.',
  413: 'The request is too large.',
  414: 'The address is too long.',
};

function refuse(status: number, headers: Record<string, string> = {}): Response {
  return new Response(`${REFUSALS[status]}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });
}

function isWellEncoded(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}

/** The refusal a request deserves, or null. */
export function refuseRequest(request: Request, url: URL): Response | null {
  if (!METHODS.has(request.method)) return refuse(405, { allow: 'GET, HEAD, POST' });
  if (request.url.length > MAX_URL_LENGTH) return refuse(414);
  if (!isWellEncoded(url.pathname)) return refuse(400);
  if (BODY_METHODS.has(request.method) && request.body) {
    const length = request.headers.get('content-length');
    // A chunked body has no length to check before reading it, and no form of ours is sent that way.
    if (length === null) return refuse(411);
    if (!(Number(length) <= MAX_BODY_BYTES)) return refuse(413);
  }
  return null;
}

/** `/article/x/` and `//article/x` are `/article/x`: one address for one page. Null when nothing is to mend. */
export function redirectToPlainPath(request: Request, url: URL): Response | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  if (url.pathname === '/' || !/\/$|\/\//.test(url.pathname)) return null;
  const plain = url.pathname.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  return new Response(null, { status: 301, headers: { location: `${plain}${url.search}` } });
}
