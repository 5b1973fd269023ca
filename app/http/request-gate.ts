// What is refused before anything else looks at it.
import { toPlainPath } from '~/lib/plain-path';
import { isAuthApi } from './auth-api/cors';

/** Doors take forms and questions; none takes more yet. */
const ALLOWED = 'GET, HEAD, POST, OPTIONS';
const METHODS = new Set(ALLOWED.split(', '));
/** What the authentication API takes besides. */
const API_METHODS = new Set(['PUT', 'PATCH', 'DELETE']);
/** Reader's forms are an address and a word. */
const MAX_BODY_BYTES = 64 * 1024;
/** The editor's form: a picture of 5 MB, and a text that may have some pasted into it. */
const MAX_ADMIN_BODY_BYTES = 24 * 1024 * 1024;

/** Doors that read a body of any kind piece by piece, up to a limit of their own, and answer in JSON. */
const MEASURES_ITSELF = /^\/(api\/zapier-webhook$|auth\/v1\/)/;

const maxBodyBytes = (path: string) =>
  /^\/admin(?=[/.-]|$)/.test(path) ? MAX_ADMIN_BODY_BYTES : MAX_BODY_BYTES;
const MAX_URL_LENGTH = 4_096;

/** Where the browser's router asks which routes are behind the links of a page, all of them at once. */
const ROUTES_DOOR = '/__manifest';
/** Longer questions the browser's router does not ask. */
const MAX_ROUTES_URL_LENGTH = 7_680;
/**
 * Parts of a path, and of all paths of a question. Remix looks for the routes of each beginning of each path: a path of two
 * thousand parts kept the worker busy for 0.6 s. Our longest addresses have five, and no page links to so many.
 */
const MOST_PARTS = 10;
const MOST_PARTS_ASKED = 1_000;

const REFUSALS: Record<number, string> = {
  400: 'Bad request: the address is not well formed.',
  405: 'Method not allowed.',
  411: 'Length required.',
  413: 'The request is too large.',
  414: 'The address is too long.',
};

function refuse(path: string, status: number, headers: Record<string, string> = {}): Response {
  const all = { 'cache-control': 'no-store', ...headers };
  // Clients of the authentication API read JSON.
  if (isAuthApi(path)) {
    const error_code = status === 405 ? 'method_not_allowed' : 'validation_failed';
    return Response.json({ code: status, error_code, msg: REFUSALS[status] }, { status, headers: all });
  }
  return new Response(`${REFUSALS[status]}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...all },
  });
}

function isWellEncoded(path: string): boolean {
  try {
    // A backslash is a slash to some and none to others; control characters are nothing to anybody.
    return !/[\\\p{Cc}]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

function asksTooMuch(url: URL): boolean {
  const parts = url.searchParams.getAll('p').map((path) => path.split('/').length - 1);
  return (
    Math.max(0, ...parts) > MOST_PARTS || parts.reduce((sum, count) => sum + count, 0) > MOST_PARTS_ASKED
  );
}

/** The refusal a request deserves, or null. */
export function refuseRequest(request: Request, url: URL): Response | null {
  const path = url.pathname;
  const isKnown = METHODS.has(request.method) || (isAuthApi(path) && API_METHODS.has(request.method));
  if (!isKnown) return refuse(path, 405, { allow: ALLOWED });
  const longest = path === ROUTES_DOOR ? MAX_ROUTES_URL_LENGTH : MAX_URL_LENGTH;
  if (request.url.length > longest) return refuse(path, 414);
  if (!isWellEncoded(path) || (path === ROUTES_DOOR && asksTooMuch(url))) return refuse(path, 400);
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow: ALLOWED } });
  if (request.method === 'POST' && request.body && !MEASURES_ITSELF.test(path)) {
    const length = request.headers.get('content-length');
    // A chunked body has no length to check before reading it, and no form of ours is sent that way.
    if (length === null) return refuse(path, 411);
    if (!(Number(length) <= maxBodyBytes(path))) return refuse(path, 413);
  }
  return null;
}

/** The redirect to the one spelling of a page's address, or null when nothing is to mend. */
export function redirectToPlainPath(request: Request, url: URL): Response | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  const plain = toPlainPath(url.pathname);
  // `//elsewhere` would be another host.
  if (plain === url.pathname || plain.startsWith('//')) return null;
  return new Response(null, { status: 301, headers: { location: `${plain}${url.search}` } });
}

/** Names a host beside the request's own: nothing in front of us sends it, and Remix would believe whoever does. */
const OTHER_HOST = 'x-forwarded-host';

/**
 * Without what others stumble over and no door of ours reads: the body of a GET, a host beside the real one, and in the
 * query the one character that the database can neither store nor look for.
 */
export function withoutOddities(request: Request): Request {
  const { method, signal } = request;
  const url = request.url.includes('%00') ? withoutNul(request.url) : request.url;
  const isRead = method === 'GET' || method === 'HEAD';
  let plain = request;
  if (isRead && (request.body || url !== request.url))
    plain = new Request(url, { method, headers: request.headers, signal });
  else if (url !== request.url || request.headers.has(OTHER_HOST)) plain = new Request(url, request);
  if (plain !== request) plain.headers.delete(OTHER_HOST);
  return plain;
}

/** In the query alone: an address with one in its path is refused. */
function withoutNul(url: string): string {
  const at = url.indexOf('?');
  // One that is too long is refused a moment later.
  if (at < 0 || url.length > MAX_ROUTES_URL_LENGTH) return url;
  let query = url.slice(at);
  // What stood around one may become the next.
  while (query.includes('%00')) query = query.replaceAll('%00', '');
  return url.slice(0, at) + query;
}
