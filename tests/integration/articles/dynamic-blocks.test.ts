// Article cards, calls to action and sign-up forms in the text of an article.
import { cardColumns } from 'db/public-articles';
import { beforeEach, describe, expect } from 'vitest';
import { makeSummary } from '~/features/articles/public/article-beginning';
import { cleanHtml } from '~/lib/html/clean-html';
import { addArticle, emptyMagazine } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const { it, site } = siteTest({ pageCache: 'off' });

const block = (kind: string, id: string, content: string) =>
  `<figure data-block="${kind}" data-id="${id}">${content}</figure>`;
const SIGN_UP = '<figure data-block="signup"><a href="/newsletter">Sign up for the newsletter</a></figure>';
const MISSING = '00000000-0000-4000-8000-000000000000';

beforeEach(() => emptyMagazine(site.db));

const read = (slug: string) => site.text(`/article/${slug}`);

async function addCta(title: string, active = true): Promise<string> {
  const { rows } = await site.db.query<{ id: string }>(
    `insert into ctas (title, body, button_label, button_link, active)
     values ($1, 'Two lines', 'Get it', '/about', $2) returning id`,
    [title, active],
  );
  return rows[0]?.id ?? '';
}

describe('an article card', () => {
  it('has every field of the cards in lists', async () => {
    const id = await addArticle(site.db, { status: 'published' });
    const { rows } = await site.db.query('select cards_in($1) as cards', [block('article', id, 'x')]);
    expect(Object.keys(rows[0].cards[0]).sort()).toEqual(Object.keys(cardColumns).sort());
  });

  it('shows the current title and URL of its article, and nothing while that is not published', async () => {
    const id = await addArticle(site.db, { slug: 'fees', title: 'Fees & <Costs>', status: 'published' });
    await addArticle(site.db, {
      slug: 'outer',
      status: 'published',
      content: `<p>Before</p>${block('article', id, '<a href="/article/old">Old title</a>')}<p>After</p>`,
    });
    const html = await read('outer');
    expect(html).toContain('Read also');
    expect(html).toContain('<a class="card__link" href="/article/fees">Fees &amp; &lt;Costs&gt;</a>');
    expect(html).not.toContain('Old title');
    await site.db.query("update articles set status = 'draft' where id = $1", [id]);
    const without = await read('outer');
    expect(without).not.toContain('Read also');
    expect(without).not.toContain('Old title');
    expect(without).toContain('<p>After</p>');
  });

  it('is not in feeds, the API and the search while its article is not published', async () => {
    const id = await addArticle(site.db, { slug: 'fees', title: 'Zebra fees', status: 'published' });
    const card = block('article', id, '<a href="/article/fees">Zebra fees</a>');
    const content = `<p>Before</p>${card}<figure><img src="/media/x.jpg" alt=""></figure><p>After</p>`;
    await addArticle(site.db, { slug: 'outer', title: 'Outer', status: 'published', content });
    const feeds = ['/feed.xml', '/atom.xml', '/feed.json', '/api/search?q=After'];
    for (const path of feeds) expect(await site.text(path), path).toMatch(/Before.*Zebra fees.*After/s);
    await site.db.query("update articles set status = 'draft' where id = $1", [id]);
    for (const path of feeds) {
      const text = await site.text(path);
      expect(text, path).toMatch(/Before.*x\.jpg.*After/s);
      expect(text, path).not.toMatch(new RegExp(`Zebra|article/fees|${id}`));
    }
    expect(JSON.parse(await site.text('/api/search?q=zebra')).articles).toEqual([]);
  });

  it('shows nothing for an id that no article has', async () => {
    const content = `<p>Before</p>${block('article', MISSING, '<a href="/article/old">Old title</a>')}`;
    await addArticle(site.db, { slug: 'alone', status: 'published', content });
    expect(await read('alone')).not.toContain('Old title');
  });
});

describe('a call to action', () => {
  it('is shown in the text once, and then not at the end of the page', async () => {
    const id = await addCta('Book a call');
    const content = `<p>One</p>${block('cta', id, 'Old').repeat(2)}<p>Two</p>`;
    await addArticle(site.db, { slug: 'offer', status: 'published', content });
    const html = await read('offer');
    expect(html.split(`<aside class="cta" data-cta="${id}" aria-labelledby="${id}">`)).toHaveLength(2);
    expect(html.indexOf('Book a call')).toBeLessThan(html.indexOf('<p>Two</p>'));
    expect(html).toContain('<a class="button" href="/about">Get it</a>');
  });

  it('is not shown while it is not active', async () => {
    const id = await addCta('Ended', false);
    await addArticle(site.db, { slug: 'ended', status: 'published', content: block('cta', id, 'Ended') });
    expect(await read('ended')).not.toContain('Ended');
  });
});

describe('blocks in feeds', () => {
  it('have current titles and addresses, and calls to action only while they are active', async () => {
    const fees = await addArticle(site.db, { slug: 'fees', title: 'Fees & <Costs>', status: 'published' });
    const hidden = await addArticle(site.db, { title: 'Hidden', status: 'draft' });
    const [call, ended] = [await addCta('Book "a" call'), await addCta('Ended', false)];
    const card = (id: string) => block('article', id, '<a href="/article/old">Old title</a>');
    const offer = (id: string) => block('cta', id, '<a href="/old">Old offer</a>');
    const blocks = [
      card(fees),
      card(hidden),
      card(hidden),
      SIGN_UP,
      offer(call),
      offer(ended),
      offer(MISSING),
    ];
    const content = `<p>0</p>${blocks.map((html, index) => `${html}<p>${index + 1}</p>`).join('')}`;
    await addArticle(site.db, { slug: 'outer', status: 'published', content });
    const { items } = JSON.parse(await site.text('/feed.json'));
    const html = items.find(({ url }: { url: string }) => url.endsWith('/outer')).content_html;
    const at = 'https://magazine.test';
    expect(html).toBe(
      `<p>0</p><p><a href="${at}/article/fees">Fees &amp; &lt;Costs&gt;</a></p><p>1</p><p>2</p><p>3</p>` +
        `<p><a href="${at}/newsletter">Sign up for the newsletter</a></p><p>4</p>` +
        `<p><a href="${at}/about">Book &quot;a&quot; call</a></p><p>5</p><p>6</p><p>7</p>`,
    );
    await site.db.query("update ctas set button_link = '' where id = $1", [call]);
    expect(await site.text('/feed.json')).toContain('<p>Book &quot;a&quot; call</p>');
  });
});

describe('a sign-up form', () => {
  it('subscribes without JavaScript and returns to the article', async () => {
    await addArticle(site.db, { slug: 'form', status: 'published', content: `<p>One</p>${SIGN_UP}` });
    const html = await read('form');
    expect(html).toContain('<input type="hidden" name="returnTo" value="/article/form">');
    const answer = await visit(site).post('/subscribe', {
      email: 'reader@firm.example',
      source: 'newsletter',
      returnTo: '/article/form',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/article/form?subscribed=newsletter',
    ]);
    const { rows } = await site.db.query('select source from leads');
    expect(rows).toEqual([{ source: 'newsletter' }]);
  });

  it('is a link in the feed', async () => {
    await addArticle(site.db, { slug: 'form', status: 'published', content: `<p>One</p>${SIGN_UP}` });
    const feed = await site.text('/feed.xml');
    expect(feed).toContain('Sign up for the newsletter');
    expect(feed).not.toContain('data-block');
  });
});

describe('the sanitizer', () => {
  it('keeps the link or text of a block, and nothing else', () => {
    const id = MISSING;
    const cta = block('cta', id, '<a href="https://x.example/" rel="noopener noreferrer">Go</a>');
    expect(cleanHtml(cta)).toBe(cta);
    expect(cleanHtml(SIGN_UP)).toBe(SIGN_UP);
    expect(
      cleanHtml(block('cta', id, '<a href="javascript:alert(1)"><b>Go</b></a><figure><img src=x></figure>')),
    ).toBe(block('cta', id, '<a>Go</a>'));
    expect(cleanHtml(block('article', '1&quot;><script>', 'Go'))).toBe('<figure>Go</figure>');
    expect(cleanHtml(block('other', id, 'Go'))).toBe('<figure>Go</figure>');
  });
});

it('leaves blocks out of generated summaries, which the newsletter shows', () => {
  const card = block('article', MISSING, '<a href="/article/old">Old title</a>');
  expect(makeSummary(`${card}<p>The first words.</p>${SIGN_UP}`, false)).toBe('The first words.');
});
