// Article cards, calls to action and sign-up forms in the text of a static page.
import { beforeEach, expect } from 'vitest';
import { addArticle, emptyMagazine } from '../../support/factory';
import { cacheState, roundTrips } from '../../support/html';
import { adminTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const { it, site, admin } = adminTest({ pageCache: 'on' });
const CTA = '11111111-1111-4111-8111-111111111111';

beforeEach(() => emptyMagazine(site.db));

const block = (kind: string, id: string, content: string) =>
  `<figure data-block="${kind}" data-id="${id}">${content}</figure>`;

async function addPage(slug: string, content: string): Promise<void> {
  const answer = await admin.post('/admin/pages/new', { title: slug, slug, summary: '', content });
  expect(answer.status).toBe(303);
}

it('shows an article card, and follows the title and status of its article', async () => {
  const id = await addArticle(site.db, { slug: 'fees', title: 'Flat fees', status: 'published' });
  await addPage('start', `<p>One</p>${block('article', id, '<a href="/article/fees">Old title</a>')}`);
  const first = await site.get('/page/start');
  expect([cacheState(first), roundTrips(first)]).toEqual(['miss', 1]);
  expect(await first.text()).toContain('<a class="card__link" href="/article/fees">Flat fees</a>');
  expect(cacheState(await site.get('/page/start'))).toBe('hit');
  const moved = await admin.post('/admin/articles', { intent: 'archive', id });
  expect(moved.status).toBeLessThan(400);
  expect(await site.text('/page/start')).not.toMatch(/Flat fees|Old title/);
});

it('shows a call to action once, and follows its changes', async () => {
  await site.db.query(
    `insert into ctas (id, title, body, button_label, button_link) values ($1, 'Book a call', '', 'Go', '/about')`,
    [CTA],
  );
  await addPage('offer', `<p>One</p>${block('cta', CTA, 'Old').repeat(2)}`);
  const html = await site.text('/page/offer');
  expect(html.split(`<aside class="cta" data-cta="${CTA}" aria-labelledby="${CTA}">`)).toHaveLength(2);
  expect(html).toContain('Book a call');
  const answer = await admin.post('/admin/ctas', { intent: 'delete', id: CTA });
  expect(answer.status).toBe(303);
  expect(await site.text('/page/offer')).not.toContain('Book a call');
});

it('updates article titles and calls to action in feeds', async () => {
  await site.db.query(`insert into ctas (id, title) values ($1, 'Book a call')`, [CTA]);
  const id = await addArticle(site.db, { title: 'Flat fees', status: 'published', author: 'Tom Beckett' });
  const content = block('article', id, 'Old title') + block('cta', CTA, 'Old');
  await addArticle(site.db, { status: 'published', author: 'Dana Whitfield', content });
  const feed = '/author/dana-whitfield/feed.xml';
  expect(await site.text(feed)).toMatch(/Flat fees.*Book a call/s);
  expect(cacheState(await site.get(feed))).toBe('hit');
  expect((await admin.post('/admin/ctas', { intent: 'delete', id: CTA })).status).toBe(303);
  expect(await site.text(feed)).toMatch(/Flat fees(?!.*Book a call)/s);
  expect(cacheState(await site.get(feed))).toBe('hit');
  expect((await admin.post('/admin/articles', { intent: 'archive', id })).status).toBeLessThan(400);
  expect(await site.text(feed)).not.toMatch(/Flat fees|Old title/);
});

it('has a sign-up form that works without JavaScript and returns to the page', async () => {
  await addPage('join', '<p>One</p><figure data-block="signup"><a href="/newsletter">x</a></figure>');
  expect(await site.text('/page/join')).toContain('<input type="hidden" name="returnTo" value="/page/join">');
  const answer = await visit(site).post('/subscribe', {
    ...{ email: 'reader@firm.example', source: 'newsletter', returnTo: '/page/join' },
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/page/join?subscribed=newsletter']);
});

it('describes its breadcrumb and its questions to search engines', async () => {
  const question = (text: string, answer: string) =>
    `<details><summary>${text}</summary><p>${answer}</p></details>`;
  await addPage('faq', question('How long?', 'A week.') + question('How much?', 'Nothing.'));
  const data = [
    ...(await site.text('/page/faq')).matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs),
  ];
  expect(data.map(([, json = '']) => JSON.parse(json))).toMatchObject([
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { name: 'Home', item: 'https://magazine.test/' },
        { name: 'faq', item: 'https://magazine.test/page/faq' },
      ],
    },
    {
      '@type': 'FAQPage',
      mainEntity: [
        { name: 'How long?', acceptedAnswer: { text: 'A week.' } },
        { name: 'How much?', acceptedAnswer: { text: 'Nothing.' } },
      ],
    },
  ]);
});
