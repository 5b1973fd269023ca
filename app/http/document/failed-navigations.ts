// Keeps the page's layout when the data of the next page cannot be loaded: no network, or an answer that is not
// Remix's. Remix would treat that as a failure of every route, including the layout, and offers no hook except the
// `fetch` it calls.
import errorScreenStyles from '~/styles/components/error-screen.css?url';
import { encodePlain } from './encode-loader-data';
import { PAGE_KEPT } from './page-kept';

/** The content type of Remix's own answers. */
const ANSWER = 'text/x-script';
/** The error for an error boundary, in the shape of Remix's error responses. */
const FAILURE = { status: 503, statusText: '', internal: false, data: null };
/** Pages that are one click away for most readers, and the form in the admin's header. */
const NEXT_PAGES = /^routes\/(_site\.(_index|article|author|category|tag)|auth_\.sign-out)/;

export function answerFailedNavigations(): void {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const path = toPagePath(input, init);
    if (path === null) return fetch(input, init);
    const answer = await fetch(input, init).catch((error) => {
      if (init?.signal?.aborted) throw error;
      return null;
    });
    const isAnswer = answer?.headers.get('content-type')?.startsWith(ANSWER);
    return answer && isAnswer && answer.status < 500 ? answer : standIn(path);
  };
  prepareErrorPages(fetch);
}

/** The page whose data is requested; null for all other requests. */
function toPagePath(input: RequestInfo | URL, init?: RequestInit): string | null {
  if (input instanceof Request || (init?.method ?? 'GET') !== 'GET') return null;
  const { pathname } = new URL(input, window.location.href);
  if (pathname === '/_root.data') return '/';
  return pathname.endsWith('.data') ? pathname.slice(0, -'.data'.length) : null;
}

/** Layouts keep their data; the page itself fails. An admin page that is already shown keeps its data too. */
function standIn(path: string): Response {
  const { matches, loaderData } = window.__remixRouter.state;
  const results: Record<string, { data: unknown } | { error: typeof FAILURE }> = {};
  for (const id of Object.keys(window.__remixManifest.routes)) results[id] = { error: FAILURE };
  for (const [index, { route, pathname }] of matches.entries()) {
    const isLayout = index < matches.length - 1;
    const isShown = route.id.startsWith('routes/admin') && withoutSlash(pathname) === path;
    const data = loaderData[route.id];
    if (data === undefined || !(isLayout || isShown)) continue;
    results[route.id] = { data };
    if (!isLayout) window.dispatchEvent(new Event(PAGE_KEPT));
  }
  return new Response(encodePlain(results), { status: 503, headers: { 'content-type': ANSWER } });
}

const withoutSlash = (path: string) => path.replace(/\/$/, '');

/** Without a network a page's script cannot be loaded, and Remix would reload the document. */
function prepareErrorPages(fetch: typeof window.fetch): void {
  fetch(errorScreenStyles).catch(() => {});
  import('~/ui/error-screen').catch(() => {});
  const known = new Set<string>();
  const load = () => {
    for (const { id, module } of Object.values(window.__remixManifest.routes)) {
      if (!NEXT_PAGES.test(id) || known.has(id)) continue;
      known.add(id);
      import(/* @vite-ignore */ module).catch(() => known.delete(id));
    }
  };
  // The router learns routes from the links on the page.
  window.__remixRouter.subscribe(load);
  load();
}
