// Age limits of cached pages: fresh for a minute, stale for one more, and a day while the database is
// unavailable.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handleRequest, type Render } from '~/http/handle-request.server';
import type { Runtime } from '~/platform/context.server';
import { PageMemory } from '~/platform/page-cache/page-memory.server';

/** Behaves like the Cache API: by URL, shared by all isolates of a data center. */
function fakeCache() {
  const kept = new Map<string, Response>();
  return {
    match: async (key: string) => kept.get(key)?.clone(),
    put: async (key: string, response: Response) => void kept.set(key, response),
    delete: async (key: string) => kept.delete(key),
  };
}

const lostConnection = Object.assign(new Error('fetch failed'), {
  name: 'NeonDbError',
  sourceError: new TypeError(),
});

const lostDatabase = { execute: () => ({}), batch: () => Promise.reject(lostConnection) };

let later: Promise<unknown>[] = [];
let version = 0;
let status = 200;
let lost = false;
let writes = false;
let rendered: Request[] = [];
let runtime: Runtime;
let shared: ReturnType<typeof fakeCache>;

const execution = { waitUntil: (work: Promise<unknown>) => void later.push(work) };

const render: Render = async (request, { app }) => {
  rendered.push(request);
  version += 1;
  app.page.tag('article:1');
  if (writes) await app.db.write({} as never).catch(() => {});
  if (lost) await app.db.readOptional('part', {} as never, null);
  return new Response(`version ${version}`, { status, headers: { 'content-type': 'text/html' } });
};

async function ask(path = '/article/x', init?: RequestInit) {
  const request = new Request(`https://magazine.test${path}`, init);
  const response = await handleRequest(runtime, render, request, execution);
  const state = /cache;desc="(\w+)"/.exec(response.headers.get('server-timing') ?? '')?.[1];
  return { state, status: response.status, body: await response.text(), headers: response.headers };
}

/** Waits for work that was passed to `waitUntil`. */
async function settle() {
  await Promise.all(later.splice(0));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00Z') });
  shared = fakeCache();
  vi.stubGlobal('caches', { default: shared });
  vi.spyOn(console, 'log').mockImplementation(() => {});
  [later, rendered, version, status, lost, writes] = [[], [], 0, 200, false, false];
  runtime = {
    env: { SUBSCRIBE_LIMIT: {}, UNKNOWN_PATH_LIMIT: {}, MEDIA: {}, IMAGES: {}, WORK: {} },
    settings: {
      SITE_URL: 'https://magazine.test',
      PAGE_CACHE: 'on',
      ENVIRONMENT: 'test',
      BLOCKED_IMAGE_HOSTS: [],
      JOB_LEASE_SECONDS: 30,
      JOB_RETRY_SECONDS: 4,
    },
    database: { reading: lostDatabase, writing: lostDatabase },
    memory: new PageMemory(),
    devicesOf: () => ({ find: async () => null }),
    build: 'b',
  } as unknown as Runtime;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const wait = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

describe('cached page', () => {
  it('is fresh for a minute', async () => {
    expect((await ask()).state).toBe('miss');
    wait(59);
    const answer = await ask();
    expect([answer.state, answer.body, answer.headers.get('age')]).toEqual(['hit', 'version 1', '59']);
    expect(rendered).toHaveLength(1);
  });

  it('is served stale once while it is revalidated, and then replaced', async () => {
    await ask();
    wait(61);
    const answers = [await ask(), await ask()];
    expect(answers.map((answer) => [answer.state, answer.body])).toEqual([
      ['stale', 'version 1'],
      ['stale', 'version 1'],
    ]);
    await settle();
    expect(rendered).toHaveLength(2);
    expect((await ask()).body).toBe('version 2');
  });

  it('is not served after two minutes', async () => {
    await ask();
    wait(121);
    const answer = await ask();
    expect([answer.state, answer.body]).toEqual(['miss', 'version 2']);
  });

  it('is served for a day while the database is unavailable, marked as such', async () => {
    await ask();
    status = 503;
    wait(23 * 3600);
    const old = await ask();
    expect([old.state, old.status, old.body, old.headers.get('x-served-stale')]).toEqual([
      'outage',
      200,
      'version 1',
      'database-away',
    ]);
    wait(2 * 3600);
    const refused = await ask();
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBeTruthy();
    status = 200;
    expect((await ask()).status).toBe(200);
  });

  it("is the same from memory and from the data center's cache", async () => {
    const first = await ask();
    await settle();
    runtime.memory = new PageMemory();
    const shared = await ask();
    expect(shared.state).toBe('hit');
    expect(shared.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect([...shared.headers.keys()].filter((name) => name !== 'age')).toEqual([...first.headers.keys()]);
  });

  it.each([404, 301, 202])('is not served in an outage after its page was removed (%i)', async (gone) => {
    await ask();
    await settle();
    status = gone;
    wait(121);
    expect((await ask()).status).toBe(gone);
    await settle();
    status = 503;
    expect((await ask()).status).toBe(503);
  });

  it('is served in an outage although a caller was refused before', async () => {
    await ask();
    await settle();
    status = 429;
    wait(121);
    expect((await ask()).status).toBe(429);
    await settle();
    status = 503;
    expect((await ask()).body).toBe('version 1');
  });

  it('is not served in an outage after a purge, or if the purge state is unknown', async () => {
    await ask();
    await settle();
    status = 503;
    wait(121);
    expect((await ask()).state).toBe('outage');
    runtime.databaseDownUntil = 0;
    const match = vi.spyOn(shared, 'match').mockRejectedValue(new Error('no cache'));
    expect((await ask()).status).toBe(503);
    match.mockRestore();
    runtime.databaseDownUntil = 0;
    expect((await ask()).state).toBe('outage');
    // Purged by another isolate, because the article became members-only.
    const now = Date.now();
    await shared.put(
      'https://magazine.test/__purges',
      new Response(JSON.stringify({ floor: 0, tags: { 'article:1': now } })),
    );
    expect((await ask()).status).toBe(503);
  });

  it('replaces a page that lost its parts with the database', async () => {
    await ask();
    lost = true;
    wait(121);
    expect((await ask()).state).toBe('outage');
  });

  it('is served in an outage to signed-in readers, who normally get their own version', async () => {
    const member = { headers: { cookie: 'session=1' } };
    expect((await ask('/article/x', member)).state).toBe('bypass');
    await ask('/article/x');
    lost = true;
    wait(3600);
    expect((await ask('/article/x', member)).state).toBe('outage');
  });

  it('contains nothing of the reader who first requested it', async () => {
    await ask('/category/x?utm_source=mail', { headers: { cookie: 'session=1', 'if-none-match': '"x"' } });
    expect(rendered[0]?.url).toBe('https://magazine.test/category/x');
    expect(rendered[0]?.headers.get('cookie')).toBeNull();
    expect(rendered[0]?.headers.get('if-none-match')).toBeNull();
  });

  it('is never a missing page, an error, or an answer with a cookie', async () => {
    for (const bad of [404, 500]) {
      status = bad;
      await ask();
      expect((await ask()).state).toBe('miss');
    }
    status = 200;
    expect((await ask()).state).toBe('miss');
    expect((await ask()).state).toBe('hit');
  });
});

describe('an accepted POST', () => {
  /** The number of tasks that continue after the response. */
  const tasksAfter = async (path: string) => {
    const headers = { 'content-length': '0', origin: 'https://magazine.test' };
    expect((await ask(path, { method: 'POST', headers })).status).toBe(200);
    return later.splice(0).length;
  };

  it('looks for events and changed articles only if it wrote', async () => {
    expect(await tasksAfter('/subscribe')).toBe(0);
    writes = true;
    expect(await tasksAfter('/subscribe')).toBe(2);
    expect(await tasksAfter('/api/views')).toBe(0);
  });
});
