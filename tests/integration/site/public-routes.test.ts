// Behavior of all routes: headers, invalid requests, files and unknown paths.

import sharp from 'sharp';
import { beforeAll, describe, expect } from 'vitest';
import { addArticle } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';

const { it, site } = siteTest();

beforeAll(async () => {
  await addArticle(site.db, { slug: 'story', content: '<p>Text.</p>' });
});

describe('a rejected request', () => {
  it('leaves its connection usable even when its body was not read', async () => {
    const refused = (size: number) =>
      site.get('/api/generate-article-images', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
        body: JSON.stringify({ title: 'x'.repeat(size) }),
      });
    // A connection is reused only after the response has been read completely.
    const read = async (answer: Response) => [answer.status, (await answer.text()).length > 0];
    const caller = async () => {
      for (let round = 0; round < 60; round += 1) {
        expect(await read(await refused(round % 2 === 0 ? 10 : 30_000))).toEqual([403, true]);
        expect(await read(await site.get('/auth'))).toEqual([200, true]);
      }
    };
    await Promise.all(Array.from({ length: 8 }, caller));
  });
});

describe('headers', () => {
  it('prevent scripts that are not ours from running', async () => {
    const response = await site.get('/article/story');
    const policy = response.headers.get('content-security-policy') ?? '';
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
    expect(scripts).not.toContain('unsafe');
    expect(scripts).toMatch(/'sha256-/);
    for (const directive of [
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy).toContain(directive);
    }
    expect(await response.text()).not.toMatch(/<script[^>]*nonce=/);
  });

  it('contain no hash of a script in an article', async () => {
    const marked = "<script>document.title='owned'</script>";
    await addArticle(site.db, { slug: 'hostile', content: `<p>x</p>${marked}` });
    const response = await site.get('/article/hostile');
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode("document.title='owned'"));
    const hash = Buffer.from(digest).toString('base64');
    expect(await response.text()).toContain(marked);
    expect(response.headers.get('content-security-policy')).not.toContain(hash);
  });

  it('are set on every response: pages, files, errors and assets', async () => {
    const html = await site.text('/');
    const asset = /href="(\/assets\/[^"]+\.woff2)"/.exec(html)?.[1] ?? '';
    for (const path of [
      '/',
      '/article/none',
      '/healthz',
      '/media/none',
      '/favicon.svg',
      asset,
      '/%E0%A4%A',
    ]) {
      const response = await site.get(path);
      expect(response.headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(response.headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
      await response.arrayBuffer();
    }
    const hashed = await site.get(asset);
    expect(hashed.headers.get('cache-control')).toContain('immutable');
    const icon = await site.get('/favicon.svg');
    expect(icon.headers.get('cache-control')).toContain('max-age=3600');
    expect(icon.headers.get('etag')).toBeTruthy();
  });

  it('accompany a document in standards mode, for pages and errors', async () => {
    for (const path of ['/', '/article/story', '/article/none', '/nowhere']) {
      expect((await site.text(path)).slice(0, 20), path).toMatch(/^<!DOCTYPE html><html/);
    }
  });

  it('contain the request id and timings', async () => {
    const response = await site.get('/');
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
    expect(response.headers.get('server-timing')).toMatch(/total;dur=.*db;dur=.*render;dur=.*cache;desc=/);
  });
});

describe('invalid requests', () => {
  it('get the right 4xx status', async () => {
    expect((await site.get('/article/%E0%A4%A')).status).toBe(400);
    expect((await site.get('/%00')).status).toBe(400);
    expect((await site.get(`/article/${'x'.repeat(5000)}`)).status).toBe(414);
    expect((await site.get('/', { method: 'PUT', body: 'x' })).status).toBe(405);
    expect((await site.get('/article/story', { method: 'DELETE' })).status).toBe(405);
    expect((await site.get('/', { method: 'POST', body: 'x' })).status).toBe(405);
    expect((await site.get('/', { method: 'PROPFIND' })).status).toBe(405);
  });

  it('from forms of other sites are rejected', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1']) {
      const response = await site.get('/subscribe', {
        method: 'POST',
        body: 'email=a@b.org',
        headers: { origin },
      });
      expect(response.status, origin).toBe(403);
    }
  });

  it('are answered with the allowed methods', async () => {
    const options = await site.get('/feed.xml', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
    const put = await site.get('/subscribe', { method: 'PUT', body: 'email=a@b.org' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  });

  it('on every public path cause no 5xx', async () => {
    const parts = [
      '..',
      '%2e%2e',
      '%0d%0aX: y',
      "'",
      '%5c',
      'constructor',
      '__proto__',
      'toString/x',
      'hasOwnProperty.data',
      '"',
      '<',
      '{{7*7}}',
      '$x{}',
      '%C3%28',
      '%FF',
      '🙂',
      'a'.repeat(1000),
      '*',
      '.data',
    ];
    const bases = [
      '/',
      '/article/',
      '/category/',
      '/tag/',
      '/author/',
      '/page/',
      '/media/',
      '/search?q=',
      '/category/all?page=',
    ];
    for (const base of bases) {
      for (const part of parts) {
        const response = await site.get(base + part);
        expect(response.status, base + part).toBeLessThan(500);
        await response.arrayBuffer();
      }
    }
  });

  it('with a trailing slash redirect to the canonical address', async () => {
    const response = await site.get('/article/story/?q=1');
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe('/article/story?q=1');
    expect((await site.get('/Article/%73tory')).headers.get('location')).toBe('/article/story');
    expect((await site.get('//evil.example/x/')).headers.get('location')).toBe('/evil.example/x');
  });
});

describe('an unknown path', () => {
  it('answers 404 with the specified text', async () => {
    const response = await site.get('/no/such/path');
    expect(response.status).toBe(404);
    const html = await response.text();
    for (const text of ['404', 'Oops! Page not found', 'Return to Home']) expect(html).toContain(text);
  });
});

describe('images', () => {
  it('fill the size of social networks with the part around the focal point', async () => {
    const colors = ['#c00020', '#20a040', '#2040c0'];
    const stripes = colors.map((background, n) => ({
      input: { create: { width: 1200, height: 630, channels: 3 as const, background } },
      top: 0,
      left: n * 1200,
    }));
    const original = await sharp({ create: { width: 3600, height: 630, channels: 3, background: '#fff' } })
      .composite(stripes)
      .png()
      .toBuffer();
    await site.putFile('article-images/articles/2.png', Uint8Array.from(original), 'image/png');
    for (const [query, color] of [
      ['v=og&at=0,50', [192, 0, 32]],
      ['v=og', [32, 160, 64]],
      ['v=og&at=100,50', [32, 64, 192]],
    ] as const) {
      const answer = await site.get(`/media/article-images/articles/2.png?${query}`);
      const { channels } = await sharp(Buffer.from(await answer.arrayBuffer())).stats();
      for (const [n, { min, max }] of channels.entries()) {
        expect([query, min]).toEqual([query, expect.closeTo(color[n] ?? 0, -1)]);
        expect([query, max]).toEqual([query, expect.closeTo(color[n] ?? 0, -1)]);
      }
    }
  });

  it('are served in the requested sizes, generated once, with validators and ranges', async () => {
    const original = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#834' } })
      .jpeg()
      .toBuffer();
    await site.putFile('article-images/articles/1.jpg', Uint8Array.from(original), 'image/jpeg');
    const whole = await site.get('/media/article-images/articles/1.jpg');
    expect(whole.headers.get('content-type')).toBe('image/jpeg');
    expect(whole.headers.get('cache-control')).toContain('max-age=3600');
    expect((await whole.arrayBuffer()).byteLength).toBe(original.byteLength);
    for (const _time of ['generated', 'stored']) {
      const small = await site.get('/media/article-images/articles/1.jpg?w=400');
      expect(small.headers.get('content-type')).toBe('image/webp');
      expect(await sharp(Buffer.from(await small.arrayBuffer())).metadata()).toMatchObject({
        width: 400,
        format: 'webp',
      });
    }
    const social = await site.get('/media/article-images/articles/1.jpg?v=og');
    expect(await sharp(Buffer.from(await social.arrayBuffer())).metadata()).toMatchObject({
      width: 1200,
      height: 630,
      format: 'jpeg',
    });
    const etag = whole.headers.get('etag') ?? '';
    const again = await site.get('/media/article-images/articles/1.jpg', {
      headers: { 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
    const part = await site.get('/media/article-images/articles/1.jpg', {
      headers: { range: 'bytes=10-19' },
    });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${original.byteLength}`);
    expect((await part.arrayBuffer()).byteLength).toBe(10);
    const ask = (range: string, more = {}) =>
      site.get('/media/article-images/articles/1.jpg', { headers: { range, ...more } });
    const beyond = await ask('bytes=999999999-');
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${original.byteLength}`,
    ]);
    expect((await (await ask('bytes=-5')).arrayBuffer()).byteLength).toBe(5);
    expect((await ask('bytes=5-1')).status).toBe(200);
    expect((await ask('bytes=0-1,4-5')).status).toBe(200);
    expect((await ask('bytes=0-1', { 'if-range': '"older"' })).status).toBe(200);
    expect((await ask('bytes=0-1', { 'if-range': etag })).status).toBe(206);
  });

  it('that cannot be resized are served as they are, and the default social image in place of theirs', async () => {
    const bytes = new TextEncoder().encode('not an image');
    await site.putFile('article-images/articles/odd.avif', bytes, 'image/avif');
    const small = await site.get('/media/article-images/articles/odd.avif?w=400');
    expect(new Uint8Array(await small.arrayBuffer())).toEqual(bytes);
    const social = await site.get('/media/article-images/articles/odd.avif?v=og');
    expect([social.status, social.headers.get('location')]).toEqual([302, '/og-default.jpg']);
  });

  it('that do not exist answer 404, and nothing outside the public folder is served', async () => {
    await site.putFile('private/secret.jpg', new Uint8Array([1]), 'image/jpeg');
    for (const key of [
      'none.jpg',
      'private/secret.jpg',
      'article-images/none.jpg?w=400',
      'article-images/../private/secret.jpg',
    ]) {
      expect((await site.get(`/media/${key}`)).status, key).toBe(404);
    }
  });
});
