// Canonical URLs, the request gate, security policies and the page cache.
import { describe, expect, it } from 'vitest';
import { toPublicAddress } from '~/http/cache/cache-key';
import { finishDocument, styleMark } from '~/http/document/finish-document';
import {
  normalizeRequest,
  redirectToPlainPath,
  refusePlainHttp,
  refuseRequest,
} from '~/http/security/request-gate';
import { setSecurityHeaders } from '~/http/security/security-headers';
import { readCookie } from '~/lib/cookies';
import { toPlainPath } from '~/lib/plain-path';
import { toSitePath } from '~/lib/site-path';
import { type CachedPage, PageMemory } from '~/platform/page-cache/page-memory.server';

const keyOf = (path: string) => toPublicAddress(new URL(path, 'https://magazine.test'))?.key;

describe('cache key of a public page', () => {
  it('drops parameters without meaning and normalizes the rest', () => {
    expect(keyOf('/?utm_source=x')).toBe('/');
    expect(keyOf('/article/x?page=2&ref=y')).toBe('/article/x');
    expect(keyOf('/category/x?b=1&page=2&a=1')).toBe('/category/x?page=2');
    expect(keyOf('/category/x?page=1')).toBe('/category/x');
    expect(keyOf('/category/x/feed.xml?page=2')).toBe('/category/x/feed.xml');
    expect(keyOf('/tag/x/feed.xml?page=2')).toBe('/tag/x/feed.xml');
    expect(keyOf('/author/x/feed.xml?page=z')).toBe('/author/x/feed.xml');
    expect(keyOf('/search?q=%20a%20%20b%20&x')).toBe('/search?q=a+b');
    expect(keyOf('/search?year=2025&exact=&category=&q=ab&typing=1&page=1')).toBe('/search?q=ab&year=2025');
    expect(keyOf('/api/search?typing=1&page=2&q=ab&view=x')).toBe('/api/search?q=ab&page=2&typing=1');
    // As the dialog asks, so that it finds the cached answer without building a key.
    const asked = '/api/search?q=ab&view=card&typing=1';
    expect(keyOf(asked)).toBe(asked);
    expect(keyOf('/search?category=invented')).toBe('/search');
    expect(keyOf('/search?q=ab&sort=invented&exact=yes&year=9999&page=x')).toBe('/search?q=ab');
    expect(keyOf('/search?q=ab&sort=date&exact=1&page=3')).toBe('/search?q=ab&page=3&sort=date&exact=1');
    expect(keyOf('/article/x.data?_routes=a')).toBe('/article/x.data');
    expect(keyOf('/?subscribed=footer')).toBe('/?subscribed=footer');
    expect(keyOf('/?subscribed=anything')).toBe('/');
  });

  it('does not exist for pages that are not public', () => {
    for (const path of [
      '/admin',
      '/auth',
      '/api/me',
      '/media/x.jpg',
      '/healthz',
      '/subscribe',
      '/anything',
    ]) {
      expect(keyOf(path), path).toBeUndefined();
    }
  });
});

describe('request gate', () => {
  const refusal = (path: string, init?: RequestInit) => {
    const request = new Request(`https://magazine.test${path}`, init);
    return refuseRequest(request, new URL(request.url))?.status;
  };

  it('shortens a very long search, and no other URL', () => {
    const long = 'x'.repeat(10_000);
    const shorten = (path: string) =>
      normalizeRequest(new Request(`https://magazine.test${path}`)).url.replace('https://magazine.test', '');
    for (const path of ['/search', '/search.data', '/api/search']) {
      expect(shorten(`${path}?year=2025&q=++${long}`)).toBe(`${path}?year=2025&q=${'x'.repeat(200)}`);
    }
    expect(shorten(`/newsletter?q=${long}`)).toBe(`/newsletter?q=${long}`);
    expect(shorten(`/search?x=${long}`)).toBe(`/search?x=${long}`);
  });

  it('rejects forged hosts and NUL in a query', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-other': 'stays' };
    const odd = new Request('https://magazine.test/auth?q=a%00b&x=%2500', {
      method: 'POST',
      body: 'a=b',
      headers,
    });
    const plain = normalizeRequest(odd);
    expect([plain.url, plain.method]).toEqual(['https://magazine.test/auth?q=ab&x=%2500', 'POST']);
    expect([plain.headers.get('x-forwarded-host'), plain.headers.get('x-other')]).toEqual([null, 'stays']);
    expect(await plain.text()).toBe('a=b');
    const nested = new Request('https://magazine.test/auth?q=a%0%000b%%000%0%0000');
    expect(normalizeRequest(nested).url).toBe('https://magazine.test/auth?q=ab');
    const usual = new Request('https://magazine.test/article/x?q=1');
    expect(normalizeRequest(usual)).toBe(usual);
  });

  it('accepts readers and rejects malformed requests', () => {
    expect(refusal('/article/x')).toBeUndefined();
    expect(refusal('/%E0%A4%A')).toBe(400);
    expect(refusal('/a%00b')).toBe(400);
    expect(refusal(`/${'x'.repeat(5000)}`)).toBe(414);
    expect(refusal(`/search?x=${'x'.repeat(5000)}`)).toBe(414);
    expect(refusal('/', { method: 'PROPFIND' })).toBe(405);
  });

  it("answers the manifest requests of a page's links and rejects expensive ones", () => {
    const ask = (...paths: string[]) =>
      refusal(`/__manifest?version=1&${new URLSearchParams(paths.map((path) => ['p', path]))}`);
    const stories = Array.from({ length: 90 }, (_, n) => `/article/${'word-'.repeat(8)}${n}`);
    expect(ask(...stories)).toBeUndefined();
    expect(ask('/admin/articles/00000000-0000-4000-8000-000000000000/edit')).toBeUndefined();
    expect(ask('/a'.repeat(11))).toBe(400);
    expect(ask('/a'.repeat(3_000))).toBe(414);
    expect(refusal(`/__manifest?version=1${'&p=/a/b/c/d/e/f/g/h'.repeat(130)}`)).toBe(400);
  });

  it('requires a Content-Length and limits it to the size of a form', () => {
    const post = (length?: string) => ({
      method: 'POST',
      body: 'x',
      headers: new Headers(length ? { 'content-length': length } : {}),
    });
    expect(refusal('/subscribe', post('1'))).toBeUndefined();
    expect(refusal('/subscribe', post())).toBe(411);
    expect(refusal('/subscribe', post('1e9'))).toBe(413);
    expect(refusal('/subscribe', post('x'))).toBe(413);
  });
});

describe('plain HTTP', () => {
  const production = { ENVIRONMENT: 'production', SITE_URL: 'https://magazine.test' } as const;
  const ask = (
    address: string,
    method = 'GET',
    settings: Parameters<typeof refusePlainHttp>[1] = production,
  ) => refusePlainHttp(new Request(address, { method }), settings);

  it('redirects page requests to HTTPS in production', () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = ask('http://other.test/Article/x/?q=1', method);
      expect(answer?.status).toBe(301);
      expect(answer?.headers.get('location')).toBe('https://magazine.test/Article/x/?q=1');
    }
    for (const path of ['/', '/apiary', '/healthz', '/auth', '/admin/api', '//evil.example/x']) {
      const answer = ask(`http://magazine.test${path}`);
      expect(new URL(answer?.headers.get('location') ?? '').origin, path).toBe('https://magazine.test');
    }
  });

  it('rejects forms and API calls with the reason, and never redirects credentials', async () => {
    const refused: [string, string][] = [
      ['/auth', 'POST'],
      ['/subscribe', 'POST'],
      ['/article/x', 'OPTIONS'],
      ...['/api', '/api/me', '//API/me', '/%61pi/search', '/auth/v1/user', '/Auth/v1/verify'].map(
        (path): [string, string] => [path, 'GET'],
      ),
    ];
    for (const [path, method] of refused) {
      const answer = ask(`http://magazine.test${path}`, method);
      expect(answer?.status, `${method} ${path}`).toBe(403);
      expect(answer?.headers.get('location'), path).toBeNull();
      expect(await answer?.text(), path).toContain('HTTPS is required');
    }
    expect(ask('http://magazine.test/auth/v1/user')?.headers.get('content-type')).toContain('json');
  });

  it('accepts HTTPS, and every request outside production', () => {
    expect(ask('https://magazine.test/auth/v1/user', 'PUT')).toBeNull();
    for (const SITE_URL of ['https://magazine.test', 'http://localhost:8787'])
      for (const ENVIRONMENT of ['local', 'test'] as const)
        expect(ask('http://localhost:8787/api/me', 'GET', { ENVIRONMENT, SITE_URL })).toBeNull();
  });
});

describe('HSTS', () => {
  it('leaves out subdomains if configured', () => {
    const headers = new Headers();
    setSecurityHeaders(headers, { SITE_URL: 'https://magazine.test', HSTS_SUBDOMAINS: 'off' });
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000');
  });
});

describe('cookie', () => {
  it('is matched by its whole name, the first of several, and may be empty', () => {
    const header = 'x-notice=no; notice=a=b; notice=later;empty=; odd ;session = s';
    expect(readCookie(header, 'notice')).toBe('a=b');
    expect(readCookie(header, 'empty')).toBe('');
    expect(readCookie(header, 'session')).toBe('s');
    for (const name of ['odd', 'otice', '', 'constructor']) expect(readCookie(header, name)).toBeNull();
    expect(readCookie(null, 'notice')).toBeNull();
  });
});

describe('canonical path', () => {
  it.each([
    ['/article/x/', '/article/x'],
    ['//article/x', '/article/x'],
    ['/Article/%78', '/article/x'],
    ['/%2Fx', '/x'],
    ['/%2Fexample.com', '/example.com'],
    ['/%2F%2Fx', '/x'],
    ['//%2F/x', '/x'],
    ['/x%2F', '/x'],
    ['/a%2F%2Fb', '/a/b'],
    ['/x%2F.', '/x'],
    ['/a%2F..%2Fx', '/x'],
    ['/.%2F%2Fexample.com', '/example.com'],
    ['/%2F', '/'],
    ['/media/A%2F..%2F..%2FX', '/x'],
    ['/media//A.JPG', '/media/A.JPG'],
    ['/%2Fmedia/A.JPG', '/%2Fmedia/A.JPG'],
    ['//%C3%BC/', '/%C3%BC'],
    ['/%2F%C3%BC', '/%2F%C3%BC'],
    ['/%252Fx', '/%252Fx'],
    ['/%5Cx', '/%5Cx'],
  ])('of %j is %j and does not change again', (path, plain) => {
    expect(toPlainPath(path)).toBe(plain);
    expect(toPlainPath(plain)).toBe(plain);
    const url = new URL(`https://magazine.test${path}`);
    const location = redirectToPlainPath(new Request(url), url)?.headers.get('location') ?? '/';
    expect(new URL(location, url).origin).toBe(url.origin);
  });

  it('is a valid redirect target of a form on this site', () => {
    expect(toSitePath('/article/x?y=1')).toBe('/article/x?y=1');
    for (const evil of [
      '//x',
      '/\\x',
      '/..//x',
      '/%2Fx',
      '/%2F%2Fx',
      '/%5Cx',
      '/.%2F..%2F%2Fx%',
      'x',
      'https://x',
    ])
      expect(toSitePath(evil), evil).toBe('/');
  });
});

describe('finished document', () => {
  const finish = async (html: string, scripts: string[] = []) => {
    const styles = new TextEncoder().encode('p { color: red }');
    const { body, hashes } = await finishDocument({ head: '', body: html, nonce: 'N', scripts, styles });
    return { text: new TextDecoder().decode(body), hashes };
  };
  const hashOf = async (script: string) => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script));
    return Buffer.from(digest).toString('base64');
  };

  it('allows our own scripts and no others', async () => {
    const { text, hashes } = await finish(
      '<script nonce="N">a()</script><script>b()</script><script nonce="N" src="/x.js"></script><link nonce="N">',
      ['c("</p>")'],
    );
    expect(text).not.toContain('nonce');
    expect(text).toContain('<script>c("</p>")</script>');
    expect(hashes).toEqual(expect.arrayContaining([await hashOf('a()'), await hashOf('c("</p>")')]));
    expect(hashes).not.toContain(await hashOf('b()'));
    // The third is the script that loads the others.
    expect(hashes).toHaveLength(3);
  });

  it('has the styles in place and every other character unchanged', async () => {
    const long = 'Ünïcödé “text” 😀 '.repeat(60_000);
    for (const html of [
      `<style>${styleMark('N')}</style>${long}`,
      `${long}<i nonce="N">x</i><style>${styleMark('N')}</style>`,
    ]) {
      const { text } = await finish(html);
      expect(text).toContain('<style>p { color: red }</style>');
      expect(text).toContain(long);
      expect(text).not.toContain(styleMark('N'));
    }
  });

  it('does not change script text in an article', async () => {
    const said = '<p>&lt;link rel="modulepreload"&gt; and &lt;script type="module"&gt;</p>';
    const { text } = await finish(
      `${said}<script nonce="N">b()</script><link rel="modulepreload" href="/a.js"><script nonce="N" type="module" async="">a()</script><b type="module"></b></body></html>`,
    );
    expect(text).toContain(said);
    expect(text).toContain('<link rel="dns-prefetch" href="/a.js">');
    expect(text).toMatch(
      /<script type="text\/plain">a\(\)<\/script><b type="module"><\/b><script>.*<\/script><\/body><\/html>$/s,
    );
  });
});

describe('page cache in memory', () => {
  const page = (tags: string[], storedAt: number, size = 10): CachedPage => ({
    headers: [],
    body: new Uint8Array(size),
    etag: '"x"',
    tags,
    storedAt,
  });

  it('purges exactly the pages with a tag', () => {
    const memory = new PageMemory();
    memory.set('/a', page(['x', 'y'], 1));
    memory.set('/b', page(['y'], 1));
    memory.set('/c', page(['z'], 1));
    memory.purge('x', 2);
    expect(['/a', '/b', '/c'].map((key) => Boolean(memory.get(key)))).toEqual([false, true, true]);
    memory.purge('y', 2);
    expect(Boolean(memory.get('/b'))).toBe(false);
  });

  it('rejects a copy that was started before a purge and finished after it', () => {
    const memory = new PageMemory();
    memory.purge('x', 100);
    memory.set('/a', page(['x'], 99));
    expect(memory.get('/a')).toBeUndefined();
    memory.set('/a', page(['x'], 101));
    expect(memory.get('/a')).toBeDefined();
  });

  it('limits its size by removing the least recently used entries', () => {
    const memory = new PageMemory(100_000);
    for (let i = 0; i < 50; i++) {
      memory.set(`/${i}`, page(['t'], 1, 6_000));
      memory.get('/0');
    }
    expect(memory.bytes).toBeLessThanOrEqual(100_000);
    expect(memory.get('/0')).toBeDefined();
    expect(memory.get('/1')).toBeUndefined();
    memory.purge('t', 2);
    expect(memory.bytes).toBe(0);
  });
});
