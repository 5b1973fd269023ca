// Submits hostile text through every form and opens the pages in a browser: no script runs.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { openPage, waitForHydration } from '../../support/browser/browser';
import { waitForEditor } from '../../support/browser/rich-text';
import { type PayloadSource, WRITE_ROUTES } from '../../support/hostile/write-routes';
import { XSS_ADDRESSES, XSS_PAYLOADS } from '../../support/hostile/xss-payloads';
import { ADMIN_EMAIL, adminSiteTest, openAsAdmin } from '../../support/site/admin-site';
import { visit } from '../../support/visitor';

const { it, site } = adminSiteTest({ pageCache: 'off' });

function createPayloadSource(): PayloadSource {
  let next = 0;
  return (characters) => {
    let taken = '';
    for (let tries = 0; tries < XSS_PAYLOADS.length; tries += 1) {
      const payload = XSS_PAYLOADS[next % XSS_PAYLOADS.length] ?? '';
      if (taken !== '' && taken.length + payload.length > characters) break;
      next += 1;
      if (payload.length <= characters) taken += payload;
    }
    return taken;
  };
}

/** Answers image requests, so that no URL of a payload is requested. */
async function answerImages(page: Page): Promise<void> {
  await page.route('**/*', (route) =>
    route.request().resourceType() === 'image'
      ? route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
      : route.fallback(),
  );
}

/** Records each call of a payload's alert, from the first script of each document on. */
async function listen(page: Page): Promise<string[]> {
  const executed: string[] = [];
  await page.exposeFunction('payloadRan', (where: string) => executed.push(where));
  await page.addInitScript(() => {
    const { payloadRan } = window as unknown as { payloadRan(where: string): void };
    for (const name of ['alert', 'confirm', 'prompt'] as const)
      window[name] = (() => payloadRan(location.href)) as never;
  });
  return executed;
}

/** Finds elements with script in an attribute, and elements that text must not create. */
function findCarriers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const isRun = (text: string) =>
      // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore these
      /^[\u0000-\u0020]*(?:j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t|vbscript|data\s*:\s*text)\s*:?/i.test(text);
    for (const element of document.querySelectorAll('body *')) {
      const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
      for (const { name, value } of element.attributes) {
        const isAddress = /^(?:href|src|action|formaction|data|xlink:href|srcset|poster)$/.test(name);
        if (/^on/i.test(name) || name === 'srcdoc' || (isAddress && !isField && isRun(value)))
          found.push(element.outerHTML.slice(0, 200));
      }
      if (
        element.matches(
          'iframe, object, embed, base, meta, link:not([rel=preload], [rel=modulepreload]), style',
        )
      )
        found.push(element.outerHTML.slice(0, 200));
    }
    // Triggers handlers that wait for the pointer or the focus.
    for (const element of document.querySelectorAll('main *'))
      for (const type of ['pointerover', 'mouseover', 'focus', 'toggle', 'animationstart', 'error', 'load'])
        element.dispatchEvent(new Event(type));
    return found;
  });
}

it('detects payloads that are shown unescaped', async () => {
  const page = await openPage({ expected: [/./] });
  const executed = await page.evaluate(async (payloads) => {
    console.error('Errors of these payloads are expected.');
    const executed = new Set<number>();
    const hook = (target: object, index?: number) =>
      Object.assign(target, { alert: (said: unknown) => executed.add(index ?? Number(said)) });
    hook(window);
    Object.assign(window, { hook });
    const frames = payloads.map((payload, index) => {
      const frame = document.createElement('iframe');
      frame.srcdoc = `<!doctype html><body><script>parent.hook(window, ${index})</script>${payload.replaceAll('alert(1)', `alert(${index})`)}`;
      return frame;
    });
    await Promise.all(
      frames.map((frame) => {
        const isLoaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
        document.body.append(frame as never);
        return isLoaded;
      }),
    );
    for (const { contentDocument } of frames) {
      for (const element of contentDocument?.querySelectorAll<HTMLElement>('body, body *') ?? []) {
        for (const type of ['pointerover', 'mouseover', 'focus']) element.dispatchEvent(new Event(type));
        if (element.isConnected) element.click?.();
      }
    }
    // javascript: URLs and timers run as tasks after those already queued.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    return [...executed];
  }, XSS_PAYLOADS as string[]);
  expect(XSS_PAYLOADS.length).toBeGreaterThan(150);
  expect(executed.length).toBeGreaterThan(150);
});

describe('hostile text in every form', () => {
  beforeAll(async () => {
    const admin = visit(site);
    await admin.signIn(ADMIN_EMAIL);
    const rich = createPayloadSource();
    const plain = createPayloadSource();
    for (const { name, rounds, post } of WRITE_ROUTES) {
      let accepted = 0;
      for (let round = 0; round < rounds; round += 1) {
        const { status } = await post(admin, rich, plain, round, site);
        // The authentication API answers 400 to text with a NUL.
        const refusals = name.endsWith('authentication API') ? [400, 422] : [422];
        expect([200, 201, 303, ...refusals], name).toContain(status);
        if (status < 400) accepted += 1;
      }
      expect(accepted, name).toBeGreaterThan(0);
    }
    const { rows } = await site.db.query('select id from categories limit 1');
    await site.db.query('update articles set category_id = $1', [rows[0].id]);
  });

  const slugsOf = async (table: string): Promise<string[]> =>
    (await site.db.query(`select slug from ${table}`)).rows.map(({ slug }) => slug);

  it('runs nothing for readers', async () => {
    const page = await openPage({ origin: site.url, bypassCsp: true });
    await answerImages(page);
    const executed = await listen(page);
    const paths = [
      '/',
      '/category/all',
      '/search?q=alert',
      '/newsletter',
      ...(await slugsOf('articles')).map((slug) => `/article/${slug}`),
      ...(await slugsOf('pages')).map((slug) => `/page/${slug}`),
      ...(await slugsOf('categories')).slice(0, 2).map((slug) => `/category/${slug}`),
      ...(await slugsOf('authors')).slice(0, 2).map((slug) => `/author/${slug}`),
      ...(await slugsOf('tags')).slice(0, 3).map((slug) => `/tag/${slug}`),
      '/newsletter/archive',
    ];
    expect(paths.length).toBeGreaterThan(30);
    expect(paths).toEqual(
      expect.arrayContaining(['/article/hostile-wordpress-0', '/article/hostile-ghost-0']),
    );
    for (const path of paths) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(200);
      await waitForHydration(page);
      expect(await findCarriers(page), path).toEqual([]);
    }
    expect(executed).toEqual([]);
  });

  it('runs nothing for editors, including in the editor', async () => {
    const page = await openAsAdmin(site, { bypassCsp: true });
    await answerImages(page);
    const executed = await listen(page);
    const newest = async (table: string) =>
      (await site.db.query(`select id from ${table} order by created_at desc, id limit 1`)).rows[0].id;
    const article = await newest('articles');
    const transferFiles = async () =>
      (await site.db.query('select id from transfer_files')).rows.map(({ id }) => `/admin/transfer/${id}`);
    for (const path of [
      '/admin',
      '/admin/articles?pageSize=50',
      '/admin/categories',
      '/admin/tags',
      '/admin/authors',
      '/admin/ads',
      `/admin/ads?preview=${await newest('ads')}`,
      '/admin/ctas',
      `/admin/ctas/${await newest('ctas')}/report`,
      '/admin/pages',
      '/admin/redirects',
      '/admin/search/synonyms',
      '/admin/articles/templates',
      '/admin/readership',
      '/admin/webhooks',
      `/admin/webhooks/${(await site.db.query('select max(id) from webhook_requests')).rows[0].max}`,
      '/admin/settings',
      '/admin/media',
      `/admin/media?edit=${await newest('media')}`,
      '/admin/audit',
      '/admin-old',
      `/admin-old?tab=articles&edit=${article}`,
      `/admin/articles/${article}/revisions`,
      '/account',
      '/admin/articles/new',
      '/admin/leads',
      '/admin/people?who=all',
      '/admin/newsletter',
      `/admin/newsletter/${await newest('newsletter_issues')}`,
      '/admin/newsletter/settings',
      '/admin/transfer',
      ...(await transferFiles()),
    ]) {
      expect((await page.goto(path))?.status(), path).toBe(200);
      expect(await findCarriers(page), path).toEqual([]);
    }
    const { rows } = await site.db.query('select id from articles order by length(content) desc limit 4');
    for (const { id } of rows) {
      await page.goto(`/admin/articles/${id}/edit`);
      await waitForEditor(page);
      expect(await findCarriers(page)).toEqual([]);
    }
    expect(executed).toEqual([]);
  });

  it('is shown as typed when it is rejected', async () => {
    const page = await openAsAdmin(site, { bypassCsp: true, expected: [/status of 422/] });
    await answerImages(page);
    const executed = await listen(page);
    for (let start = 0; start < XSS_PAYLOADS.length; start += 70) {
      const rich = XSS_PAYLOADS.slice(start, start + 70).join('');
      const address = XSS_ADDRESSES[start / 70] ?? '';
      await page.goto('/admin/articles/new');
      await Promise.all([
        page.waitForEvent('domcontentloaded'),
        page.evaluate(
          (fields) => {
            const form = document.createElement('form');
            form.method = 'post';
            form.enctype = 'multipart/form-data';
            for (const [name, value] of Object.entries(fields)) {
              const field = document.createElement('textarea');
              field.name = name;
              field.value = value;
              form.append(field as never);
            }
            document.body.append(form as never);
            form.submit();
          },
          {
            title: '',
            author: XSS_ADDRESSES.join(''),
            content: rich,
            imageUrl: address,
            imageAlt: address,
            slug: address,
          },
        ),
      ]);
      await page.getByText('Title is required').first().waitFor();
      await waitForEditor(page);
      expect(await findCarriers(page), address).toEqual([]);
    }
    expect(executed).toEqual([]);
  });
});
