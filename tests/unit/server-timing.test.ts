// Server-Timing tells how often a request asked the database, which can tell who has an account.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handleRequest, type Render } from '~/http/handle-request.server';
import { findSessionViewer } from '~/http/session.server';
import type { World } from '~/platform/context.server';
import { PageMemory } from '~/platform/page-memory.server';

const KEPT = new Map<string, Response>();
const execution = { waitUntil: () => {} };
/** Of the session cookie `who=…`. */
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
const NOBODY = { aal: 'aal1', amr: [], hasFactor: false, lacksFactor: false, startedAt: 0 };

let asking = '';

function makeWorld(environment: string): World {
  const far = Math.floor(Date.now() / 1000) + 3600;
  const rows = () => [{ ...SESSION, ...NOBODY, ...VIEWERS[asking] }];
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
  } as unknown as World;
}

/** Private pages ask who is signed in, public ones never do. */
const render: Render = async (request, { app }) => {
  if (request.url.includes('/admin')) await findSessionViewer({ ctx: app, request });
  else app.page.tag('article:1');
  return new Response('page', { headers: { 'content-type': 'text/html' } });
};

async function isTimed(world: World, path: string, who: string): Promise<boolean> {
  asking = who;
  const headers: HeadersInit = who ? { cookie: '__Host-session=sealed' } : {};
  const request = new Request(`https://magazine.test${path}`, { headers });
  return (await handleRequest(world, render, request, execution)).headers.has('server-timing');
}

beforeEach(() => {
  KEPT.clear();
  vi.stubGlobal('caches', {
    default: {
      match: async (key: string) => KEPT.get(key)?.clone(),
      put: async (key: string, response: Response) => void KEPT.set(key, response),
      delete: async (key: string) => KEPT.delete(key),
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
  ['admin who owes a factor', false],
  ['admin without the required factor', false],
  ['editor', false],
  ['reader', false],
  ['', false],
] as const)('in production a private page sends it to %s: %s', async (who, isSent) => {
  expect(await isTimed(makeWorld('production'), '/admin', who)).toBe(isSent);
});

it('in production no public page sends it, cached or not, whoever asks', async () => {
  const world = makeWorld('production');
  for (const who of ['', 'admin', 'admin', '']) expect(await isTimed(world, '/article/x', who)).toBe(false);
  for (const page of KEPT.values()) expect(page.headers.has('server-timing')).toBe(false);
});

it.each(['local', 'test'])('in the environment %s every answer has it', async (environment) => {
  const world = makeWorld(environment);
  for (const path of ['/article/x', '/article/x', '/admin'])
    expect(await isTimed(world, path, '')).toBe(true);
});
