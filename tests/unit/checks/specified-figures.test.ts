// Figures of the specification that occur once in the code and would otherwise change unnoticed: sizes,
// delays, lengths. Rendered sizes and colors are tested in e2e/site/specified-sizes.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccountContext } from '~/features/accounts/account-context';
import { beginProviderFlow } from '~/features/accounts/providers/provider-flow.server';
import { refresh } from '~/features/accounts/sessions/viewer.server';
import { LOCATION_SIZES, TYPE_SIZES } from '~/features/ads/ad';
import { AD_LOCATIONS, slotSize } from '~/features/ads/ad-locations';
import { toPublicArticle } from '~/features/articles/public/article-view';
import type { PageContext } from '~/features/articles/public/card-maker.server';
import { getHomePage } from '~/features/articles/public/front-page.server';
import { checkImage } from '~/features/media/check-image.server';
import { streamChanges } from '~/http/api/event-stream.server';
import { UnavailableError } from '~/lib/errors';
import { createDatabase, openDatabase } from '~/platform/db.server';
import { followEvents } from '~/ui/event-stream';
import { RichToolbar } from '~/ui/rich-text/rich-toolbar';
import { stubEventSource } from '../../support/event-sources';

const root = new URL('../../..', import.meta.url).pathname;

describe('ads', () => {
  it('have slots of 728x90, and of 300x250 in every sidebar', () => {
    const sizes = AD_LOCATIONS.map((location) => {
      const { width, height } = slotSize(location);
      return [location, `${width}x${height}`];
    });
    expect(Object.fromEntries(sizes)).toEqual({
      'homepage-hero': '728x90',
      'homepage-sidebar': '300x250',
      'article-sidebar': '300x250',
      'article-bottom': '728x90',
      'category-sidebar': '300x250',
      footer: '728x90',
    });
  });

  it('are recommended a size by placement and type', () => {
    expect(LOCATION_SIZES).toEqual({
      'homepage-hero': '728x90 or 970x90',
      'homepage-sidebar': '300x250 or 160x600',
      'article-sidebar': '300x250 or 160x600',
      'article-bottom': '728x90 or 300x250',
      'category-sidebar': '300x250 or 160x600',
      footer: '728x90',
    });
    expect(TYPE_SIZES).toEqual({ banner: '728x90', sidebar: '300x250', footer: '728x90', inline: '300x250' });
  });
});

describe('public view of an article', () => {
  const row = {
    id: '0000002a-0000-4000-8000-000000000000',
    slug: 's',
    title: 'T',
    summary: '',
    content: '',
    author: 'A',
    authorSlug: null,
    publishDate: new Date('2025-01-05T12:00:00Z'),
    readTime: 5,
    imageUrl: null,
    imageAlt: '',
    isPopular: false,
    isFeatured: false,
    membersOnly: false,
    categorySlug: 'tools',
    categoryName: 'Tools',
    tags: [],
  };
  const view = { timeZone: 'America/New_York', blockedImageHosts: [] };

  it('has the number of its category, or none', () => {
    const categoryId = '00000007-0000-4000-8000-000000000000';
    expect(toPublicArticle({ ...row, categoryId }, view).categories).toEqual([7]);
    expect(toPublicArticle({ ...row, categoryId: null }, view).categories).toEqual([]);
  });
});

describe('stock images', () => {
  it.each([
    'ai-automation',
    'remote-talent',
    'digital-marketing',
    'operations',
    'growth-strategy',
    'tools',
    'interviews',
    'default',
  ])('of %s are 800 by 600', (name) => {
    const image = checkImage(new Uint8Array(readFileSync(`${root}public/stock/${name}-800.webp`)));
    expect([image.width, image.height]).toEqual([800, 600]);
  });
});

describe('editor toolbar', () => {
  it('has every specified tool', () => {
    const html = renderToStaticMarkup(createElement(RichToolbar, { id: 'tools' }));
    const tools = [...html.matchAll(/class="rich-tool[^"]* ql-([\w-]+)"(?: value="(\w+)")?/g)].map(
      ([, name, value]) => (value ? `${name} ${value}` : name),
    );
    expect(tools).toEqual(
      expect.arrayContaining([
        ...['header', 'bold', 'italic', 'underline', 'strike', 'list ordered', 'list bullet'],
        ...['blockquote', 'code-block', 'link', 'image', 'align', 'clean'],
      ]),
    );
    for (const level of ['Heading 1', 'Heading 2', 'Heading 3']) expect(html).toContain(`>${level}</option>`);
  });
});

describe('PKCE verifier', () => {
  it('has 56 characters', async () => {
    const issuer = 'https://acme.example';
    const endpoints = {
      authorization_endpoint: `${issuer}/a`,
      token_endpoint: `${issuer}/t`,
      jwks_uri: `${issuer}/k`,
    };
    const ctx = {
      config: { siteUrl: 'https://magazine.test', allowedOrigins: [] },
      clock: { now: () => new Date() },
      trustedFetch: { fetch: async () => Response.json({ issuer, ...endpoints }) },
      tokens: {
        random: () => 'state',
        hash: async (text: string) => text,
        keyedHash: async () => 'a1b2c3d4'.repeat(8),
      },
      request: { address: '10.0.0.1' },
      db: {
        build: { execute: () => null },
        write: async () => {},
        writeBatch: async () => ({ tries: { rows: [] } }),
      },
    } as unknown as AccountContext;
    const provider = { id: 'acme', name: 'Acme', issuer, clientId: 'c', clientSecret: '', scopes: 'openid' };
    const to = await beginProviderFlow(ctx, {
      provider: { ...provider, domains: [], audiences: [] },
      redirectTo: null,
      codeChallenge: null,
      link: null,
      binding: 'kept by the browser',
    });
    const expected = createHash('sha256').update('a1b2c3d4'.repeat(7)).digest('base64url');
    expect(new URL(to).searchParams.get('code_challenge')).toBe(expected);
  });
});

describe('reads of the home page', () => {
  it('are limited to 10 featured articles and the newest 8 of each section', async () => {
    const values: unknown[][] = [];
    const { reading } = openDatabase({ url: 'postgres://nobody:secret@database.example/magazine' });
    const ctx = {
      config: { siteUrl: 'https://magazine.test' },
      clock: { now: () => new Date() },
      page: { tag: () => {} },
      db: {
        build: reading,
        read: async (statement: { _prepare(): { getQuery(): { params: unknown[] } } }) => {
          values.push(statement._prepare().getQuery().params);
          return [];
        },
        readOptional: async (_what: string, _statement: unknown, fallback: unknown) => fallback,
      },
    } as unknown as PageContext;
    await getHomePage(ctx);
    const [featured, , sections] = values;
    expect(featured).toEqual([10]);
    expect(sections?.at(-1)).toBe(8);
  });
});

describe('the database', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    502,
    503,
    504,
    null,
  ])('is asked twice and reported as unavailable after status %j', async (status) => {
    let tries = 0;
    vi.stubGlobal('fetch', async () => {
      tries += 1;
      if (status === null) throw new TypeError('The network is down.');
      return new Response('busy', { status });
    });
    const opened = openDatabase({
      url: 'postgres://nobody:secret@database.example/magazine',
      fetchEndpoint: 'https://database.example/sql',
    });
    const timings = { roundTrips: 0, writes: 0, databaseMilliseconds: 0, renderMilliseconds: 0 };
    const db = createDatabase(opened, { write: () => {} }, timings);
    await expect(db.ping()).rejects.toBeInstanceOf(UnavailableError);
    expect(tries).toBe(2);
  });
});

describe('delays', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('sends a heartbeat every 25 seconds on an idle stream', async () => {
    const stream = streamChanges('same', {
      event: 'progress',
      read: async () => 'same',
      isLast: () => false,
      onError: () => {},
    });
    const reader = stream.body?.getReader();
    const next = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await next()).toContain('data: "same"');
    const heartbeat = next();
    let hasHeartbeat = false;
    heartbeat.then(() => {
      hasHeartbeat = true;
    });
    await vi.advanceTimersByTimeAsync(24_900);
    expect(hasHeartbeat).toBe(false);
    await vi.advanceTimersByTimeAsync(600);
    expect(await heartbeat).toBe(': heartbeat\n\n');
    await reader?.cancel();
  });

  it('reconnects after 1, 2, 5 and then every 10 seconds', async () => {
    const opened = stubEventSource();
    const end = followEvents({
      address: '/admin/jobs/a-job/events',
      event: 'progress',
      poll: async () => null,
      onValue: () => {},
      onLive: () => {},
    });
    for (const [index, seconds] of [1, 2, 5, 10, 10].entries()) {
      opened[index]?.fail();
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
      expect(opened, `${seconds} seconds`).toHaveLength(index + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(opened, `${seconds} seconds`).toHaveLength(index + 2);
    }
    end();
  });

  it('retries a refresh without a database after 200 and 400 ms', async () => {
    let tries = 0;
    const ctx = {
      tokens: { derive: async () => 'next', hash: async (text: string) => text },
      request: { address: '10.0.0.1' },
      db: {
        build: { execute: () => null },
        writeBatch: async () => {
          tries += 1;
          throw new UnavailableError('away');
        },
      },
    } as unknown as AccountContext;
    const outcome = refresh(ctx, 'token').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(0);
    expect(tries).toBe(1);
    await vi.advanceTimersByTimeAsync(199);
    expect(tries).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(tries).toBe(2);
    await vi.advanceTimersByTimeAsync(399);
    expect(tries).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(tries).toBe(3);
    expect(await outcome).toBeInstanceOf(UnavailableError);
  });
});
