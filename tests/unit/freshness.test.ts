// How old a cached page may be: fresh for a minute, one more while it is renewed, a day while the database is away.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handleRequest, type Render } from '~/http/handle-request.server';
import type { World } from '~/platform/context.server';
import { PageMemory } from '~/platform/page-memory.server';

/** As the Cache API behaves: by address, for all isolates of a data centre. */
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
let rendered: Request[] = [];
let world: World;
let shared: ReturnType<typeof fakeCache>;

const execution = { waitUntil: (work: Promise<unknown>) => void later.push(work) };

const render: Render = async (request, { app }) => {
  rendered.push(request);
  version += 1;
  app.page.tag('article:1');
  if (lost) await app.db.readOptional('part', {} as never, null);
  return new Response(`version ${version}`, { status, headers: { 'content-type': 'text/html' } });
};

async function ask(path = '/article/x', init?: RequestInit) {
  const request = new Request(`https://magazine.test${path}`, init);
  const response = await handleRequest(world, render, request, execution);
  const state = /cache;desc="(\w+)"/.exec(response.headers.get('server-timing') ?? '')?.[1];
  return { state, status: response.status, body: await response.text(), headers: response.headers };
}

/** What was left for after the answer. */
async function settle() {
  await Promise.all(later.splice(0));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00Z') });
  shared = fakeCache();
  vi.stubGlobal('caches', { default: shared });
  vi.spyOn(console, 'log').mockImplementation(() => {});
  [later, rendered, version, status, lost] = [[], [], 0, 200, false];
  world = {
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
  } as unknown as World;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const wait = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

describe('a cached page', () => {
  it('is fresh for a minute', async () => {
    expect((await ask()).state).toBe('miss');
    wait(59);
    const answer = await ask();
    expect([answer.state, answer.body, answer.headers.get('age')]).toEqual(['hit', 'version 1', '59']);
    expect(rendered).toHaveLength(1);
  });

  it('is served once more while one reader’s visit renews it, then the new copy is there', async () => {
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

  it('is not served when it is older than two minutes', async () => {
    await ask();
    wait(121);
    const answer = await ask();
    expect([answer.state, answer.body]).toEqual(['miss', 'version 2']);
  });

  it('stands in for a day while the database is away, and says so', async () => {
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

  it('is sent alike from memory and from the data centre’s cache', async () => {
    const first = await ask();
    await settle();
    world.memory = new PageMemory();
    const shared = await ask();
    expect(shared.state).toBe('hit');
    expect(shared.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect([...shared.headers.keys()].filter((name) => name !== 'age')).toEqual([...first.headers.keys()]);
  });

  it.each([404, 301, 202])('does not come back in an outage when it was gone before (%i)', async (gone) => {
    await ask();
    await settle();
    status = gone;
    wait(121);
    expect((await ask()).status).toBe(gone);
    await settle();
    status = 503;
    expect((await ask()).status).toBe(503);
  });

  it('does not stand in once it was purged, nor where nobody can tell whether it was', async () => {
    await ask();
    await settle();
    status = 503;
    wait(121);
    expect((await ask()).state).toBe('outage');
    world.databaseAwayUntil = 0;
    const match = vi.spyOn(shared, 'match').mockRejectedValue(new Error('no cache'));
    expect((await ask()).status).toBe(503);
    match.mockRestore();
    world.databaseAwayUntil = 0;
    expect((await ask()).state).toBe('outage');
    // By another isolate, for an article that became one for members.
    const now = Date.now();
    await shared.put(
      'https://magazine.test/__purges',
      new Response(JSON.stringify({ floor: 0, tags: { 'article:1': now } })),
    );
    expect((await ask()).status).toBe(503);
  });

  it('stands in for a page that lost its parts with the database', async () => {
    await ask();
    lost = true;
    wait(121);
    expect((await ask()).state).toBe('outage');
  });

  it('stands in for those who are signed in too, who otherwise get an article of their own', async () => {
    const member = { headers: { cookie: 'session=1' } };
    expect((await ask('/article/x', member)).state).toBe('bypass');
    await ask('/article/x');
    lost = true;
    wait(3600);
    expect((await ask('/article/x', member)).state).toBe('outage');
  });

  it('is rendered without anything of the reader who came first', async () => {
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
