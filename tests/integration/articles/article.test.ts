// The article page: content, related articles, access, and metadata for search engines and feed readers.
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, emptyMagazine } from '../../support/factory';
import { headingsOf, hrefsOf, toPlain, visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';

const { it, site } = siteTest();

beforeEach(() => emptyMagazine(site.db));

function jsonLd(html: string): Record<string, unknown>[] {
  return [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map((match) =>
    JSON.parse(match[1] ?? ''),
  );
}

/** The attributes of every `meta` or `link` in a page, in order. */
function headTags(html: string, tag: 'meta' | 'link'): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${tag} ([^>]*?)/?>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name, toPlain(value ?? '')]),
    ),
  );
}

/** The path of an absolute address on this site. */
function pathOf(address: unknown): string {
  const url = new URL(String(address));
  expect(url.origin).toBe('https://magazine.test');
  return url.pathname + url.search;
}

describe('an article', () => {
  it('shows title, summary, author, date, read time and body', async () => {
    await addArticle(site.db, {
      slug: 'fees',
      title: 'Raising fees',
      summary: 'How to raise them.',
      author: 'Tom Beckett',
      content: '<h2>First</h2><p>Body text.</p>',
      readTime: 7,
      category: 'growth-strategy',
      tags: ['roi'],
      isPopular: true,
    });
    const html = await site.text('/article/fees');
    const text = visibleTextOf(html.slice(html.indexOf('<main'), html.indexOf('</main>')));
    for (const words of [
      'Raising fees',
      'How to raise them.',
      'Tom Beckett',
      '7 min read',
      'Body text.',
      'Popular Article',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).toMatch(/[A-Z][a-z]{2} \d{1,2}, \d{4}/);
    expect(text).toMatch(
      /About the Author.*Tom Beckett.*Contributing Writer.*Writes about the business of running a law firm/s,
    );
    expect(text).toContain('Back to Home');
    expect(hrefsOf(html, '/tag/')).toContain('roi');
    expect(hrefsOf(html, '/author/')).toContain('tom-beckett');
    expect(html).toMatch(/<nav[^>]*aria-label="Breadcrumb"/);
  });

  it('shows its summary when it has no content', async () => {
    await addArticle(site.db, { slug: 'empty', summary: 'Only <this> & that.', content: '' });
    expect(visibleTextOf(await site.text('/article/empty'))).toContain('Only <this> & that.');
  });

  it('lists footnotes at its end, and feeds list them without links', async () => {
    const content = '<p>Rose<sup class="footnote"> Zurich, <a href="/x">report</a>.</sup> again.</p>';
    await addArticle(site.db, { slug: 'fees', content });
    const html = await site.text('/article/fees');
    expect(html).toContain('<p>Rose<sup class="footnote-ref"><a href="#fn-1" id="fnref-1"');
    expect(html).toContain('<ol><li id="fn-1">Zurich, <a href="/x">report</a>. <a class="footnote-back"');
    const feed = toPlain(await site.text('/feed.xml'));
    expect(feed).toContain('<p>Rose<sup>1</sup> again.</p><hr /><ol><li>Zurich, <a href="');
    expect(await (await site.get('/api/search?q=zurich')).text()).toContain('"slug":"fees"');
  });

  it('omits the category from the breadcrumb when it has none', async () => {
    await addArticle(site.db, { slug: 'loose' });
    const html = await site.text('/article/loose');
    const crumbs = /<nav[^>]*aria-label="Breadcrumb"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';
    expect(hrefsOf(crumbs, '/category/')).toEqual([]);
    expect(visibleTextOf(crumbs)).toContain('Home');
  });

  it('is followed by up to 3 other articles of its category', async () => {
    for (let i = 1; i <= 5; i++)
      await addArticle(site.db, {
        slug: `story-${i}`,
        category: 'tools',
        age: i,
        author: `Author ${'ABCDE'[i]}`,
      });
    await addArticle(site.db, { slug: 'elsewhere', category: 'operations' });
    const html = await site.text('/article/story-2');
    const related = html.slice(html.indexOf('Related Articles'), html.indexOf('</main>'));
    expect([...new Set(hrefsOf(related, '/article/'))]).toEqual(['story-1', 'story-3', 'story-4']);
  });

  it('returns 404 for readers while it is a draft, archived or in the Trash', async () => {
    await addArticle(site.db, { slug: 'draft', status: 'draft' });
    await addArticle(site.db, { slug: 'archived', status: 'archived' });
    await addArticle(site.db, { slug: 'trashed', deleted: true });
    for (const slug of [
      'draft',
      'archived',
      'trashed',
      'never-was',
      "o'; drop table articles; --",
      '%F0%9F%98%80',
    ]) {
      const response = await site.get(`/article/${slug}`);
      expect(response.status, slug).toBe(404);
      const html = await response.text();
      expect(html).toContain('Article not found');
      expect(html).toContain('The article you&#x27;re looking for doesn&#x27;t exist');
      expect(headingsOf(html)).toContain('Article not found');
    }
  });

  it('has metadata for search engines and social networks', async () => {
    await addArticle(site.db, {
      slug: 'fees',
      title: 'Raising </script> fees',
      summary: 'How.',
      category: 'tools',
    });
    const html = await site.text('/article/fees');
    expect(html).toContain('<link rel="canonical" href="https://magazine.test/article/fees"/>');
    expect(html).toContain('<meta property="og:type" content="article"/>');
    expect(html).toMatch(/<meta property="og:image" content="https:\/\/magazine\.test\/[^"]+\.jpg[^"]*"\/>/);
    const [article, crumbs] = jsonLd(html);
    expect(article).toMatchObject({ '@type': 'NewsArticle', headline: 'Raising </script> fees' });
    expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList' });
    expect((crumbs?.itemListElement as unknown[]).length).toBe(3);
  });

  it('makes wide tables scrollable and has only one first-level heading', async () => {
    const content = '<h1>Loud</h1><table><tbody><tr><td>1</td></tr></tbody></table><pre>code</pre>';
    await addArticle(site.db, { slug: 'table', content });
    const html = await site.text('/article/table');
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
    expect(html).toContain('role="region" aria-label="Table" tabindex="0"><table>');
    expect(html).toContain('<pre tabindex="0">');
  });
});

describe('page metadata', () => {
  it.each([
    ['/', 'Law Firm Academy: the magazine for law firm owners', /law firm/],
    ['/article/fees', 'Raising "fees" & rates', /^How to raise them\.$/],
  ])('on %s contains a large Twitter card with an existing image', async (path, title, description) => {
    await addArticle(site.db, {
      slug: 'fees',
      title: 'Raising "fees" & rates',
      summary: 'How to raise them.',
      category: 'tools',
    });
    const tags = headTags(await site.text(path), 'meta');
    const cards = tags.filter(({ name }) => name?.startsWith('twitter:'));
    const card = Object.fromEntries(cards.map(({ name, content }) => [name, content]));
    expect(cards).toHaveLength(4);
    expect(card).toMatchObject({ 'twitter:card': 'summary_large_image', 'twitter:title': title });
    expect(card['twitter:description']).toMatch(description);
    const image = await site.get(pathOf(card['twitter:image']));
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('on the home page describes the publisher and the site search', async () => {
    await addArticle(site.db, { slug: 'trust', title: 'Trust accounts & escrow' });
    await addArticle(site.db, { slug: 'other', title: 'Something else' });
    const [organization, website, ...more] = jsonLd(await site.text('/'));
    expect(more).toEqual([]);
    const [name, url] = ['Law Firm Academy', 'https://magazine.test/'];
    expect(organization).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name,
      url,
    });
    const logo = await site.get(pathOf((organization?.logo as { url: string }).url));
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png']);
    const publisher = { '@id': organization?.['@id'] };
    expect(website).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name,
      url,
      publisher,
    });

    const action = website?.potentialAction as Record<string, unknown>;
    expect(action['@type']).toBe('SearchAction');
    const template = (action.target as { urlTemplate: string }).urlTemplate;
    const blank = `{${/^required name=(\w+)$/.exec(String(action['query-input']))?.[1]}}`;
    expect(template).toBe(`https://magazine.test/search?q=${blank}`);
    const found = await site.get(pathOf(template.replace(blank, encodeURIComponent('accounts & escrow'))));
    expect(found.status).toBe(200);
    const html = await found.text();
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    expect([...new Set(hrefsOf(main, '/article/'))]).toEqual(['trust']);
  });

  it.each([
    '/',
    '/article/fees',
    '/category/tools',
  ])('on %s lists feeds with their correct types', async (path) => {
    await addArticle(site.db, { slug: 'fees', category: 'tools' });
    await addArticle(site.db, { slug: 'elsewhere', category: 'operations' });
    const tags = headTags(await site.text(path), 'link').filter(({ rel }) => rel === 'alternate');
    const named = tags.map(({ type, href }) => [type, href]);
    const isCategory = path === '/category/tools';
    expect(named).toEqual([
      ['application/rss+xml', '/feed.xml'],
      ['application/atom+xml', '/atom.xml'],
      ['application/feed+json', '/feed.json'],
      ...(isCategory ? [['application/rss+xml', '/category/tools/feed.xml']] : []),
    ]);
    // Feed readers show the titles, so they must differ.
    expect(new Set(tags.map(({ title }) => title)).size).toBe(tags.length);
    for (const [type, href = ''] of named) {
      const feed = await site.get(href);
      expect([feed.status, feed.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
      const text = await feed.text();
      expect(text).toContain('https://magazine.test/article/fees');
      expect(text.includes('/article/elsewhere'), href).toBe(!href.startsWith('/category/'));
    }
  });
});
