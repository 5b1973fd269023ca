// handleRequest hides the number of database requests (Server-Timing) from the public in production, and
// rejects plain HTTP.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handleRequest, type Render } from '~/http/handle-request.server';
import { findSessionViewer } from '~/http/session/session.server';
import type { Runtime } from '~/platform/context.server';
import { PageMemory } from '~/platform/page-cache/page-memory.server';

const CACHE = new Map<string, Response>();
const execution = { waitUntil: () => {} };
/** By the value of the session cookie `who=…`. */
const VIEWERS: Record<string, object> = {
  admin: { role: 'admin' },
  'admin who owes a factor': { role: 'admin', hasFactor: true },
  'admin with a factor': { role: 'admin', hasFactor: true, aal: 'aal2' },
  'admin without the required factor': { role: 'admin', lacksFactor: true },
  editor: { role: 'editor' },
  reader: { role: null },
};
const SESSION = {
  userId: 'u',
  sessionId: 's',
  email: 'a@b.example',
  fullName: 'A',
  hasProfile: true,
  isLive: true,
};
const NO_FACTOR = { aal: 'aal1', amr: [], hasFactor: false, lacksFactor: false, startedAt: 0 };

let currentViewer = '';

function makeRuntime(environment: string): Runtime {
  const far = Math.floor(Date.now() / 1000) + 3600;
  const rows = () => [{ ...SESSION, ...NO_FACTOR, ...VIEWERS[currentViewer] }];
  const database = {
    execute: () => ({}),
    batch: async (all: unknown[]) => all.map(() => ({ rows: rows() })),
  };
  return {
    env: {},
    settings: { SITE_URL: 'https://magazine.test', PAGE_CACHE: 'on', ENVIRONMENT: environment },
    database: { reading: database, writing: database },
    memory: new PageMemory(),
    tokens: { read: async () => ({ sessionId: 's', userId: 'u', expiresAt: far, aal: 'aal2', amr: [] }) },
    sessionCookie: {
      read: async (header: string | null) => (header ? { access: 'a', refresh: 'r' } : null),
      write: async () => [],
      clear: async () => [],
    },
    devicesOf: () => ({ find: async () => null }),
    build: 'b',
  } as unknown as Runtime;
}

/** Private pages read the session, public pages do not. */
const render: Render = async (request, { app }) => {
  if (request.url.includes('/admin')) await findSessionViewer({ ctx: app, request });
  else app.page.tag('article:1');
  return new Response('page', { headers: { 'content-type': 'text/html' } });
};

async function isTimed(runtime: Runtime, path: string, who: string): Promise<boolean> {
  currentViewer = who;
  const headers: HeadersInit = who ? { cookie: '__Host-session=sealed' } : {};
  const request = new Request(`https://magazine.test${path}`, { headers });
  return (await handleRequest(runtime, render, request, execution)).headers.has('server-timing');
}

beforeEach(() => {
  CACHE.clear();
  vi.stubGlobal('caches', {
    default: {
      match: async (key: string) => CACHE.get(key)?.clone(),
      put: async (key: string, response: Response) => void CACHE.set(key, response),
      delete: async (key: string) => CACHE.delete(key),
    },
  });
  vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ['admin', true],
  ['admin with a factor', true],
  ['admin who must still show a factor', false],
  ['admin without the required factor', false],
  ['editor', false],
  ['reader', false],
  ['', false],
] as const)('in production sends it on a private page to %s: %s', async (who, isSent) => {
  expect(await isTimed(makeRuntime('production'), '/admin', who)).toBe(isSent);
});

it('in production never sends it on public pages, cached or not', async () => {
  const runtime = makeRuntime('production');
  for (const who of ['', 'admin', 'admin', '']) expect(await isTimed(runtime, '/article/x', who)).toBe(false);
  for (const page of CACHE.values()) expect(page.headers.has('server-timing')).toBe(false);
});

it.each(['local', 'test'])('sends it with every answer in the environment %s', async (environment) => {
  const runtime = makeRuntime(environment);
  for (const path of ['/article/x', '/article/x', '/admin'])
    expect(await isTimed(runtime, path, '')).toBe(true);
});

it('in production does not serve cached pages over plain HTTP, and rejects API calls there', async () => {
  const runtime = makeRuntime('production');
  const ask = (address: string, init?: RequestInit) =>
    handleRequest(runtime, render, new Request(address, init), execution);
  expect((await ask('https://magazine.test/article/x')).status).toBe(200);
  const page = await ask('http://magazine.test/article/x');
  expect([page.status, page.headers.get('location')]).toEqual([301, 'https://magazine.test/article/x']);
  const form = await ask('http://magazine.test/auth', { method: 'POST', body: 'password=x' });
  const call = await ask('http://magazine.test/api/me', { headers: { cookie: '__Host-session=sealed' } });
  expect([form.status, call.status]).toEqual([403, 403]);
});
