// The article page: its words, its neighbours, and who may see it.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { addArticle, emptyMagazine } from '../support/factory';
import { headingsOf, linksOf, textOf } from '../support/html';
import { type Site, startSite } from '../support/site';

let site: Site;

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer') });
});
beforeEach(() => emptyMagazine(site.db));
afterAll(() => site.stop());

function jsonLd(html: string): Record<string, unknown>[] {
  return [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map((match) =>
    JSON.parse(match[1] ?? ''),
  );
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
    const text = textOf(html.slice(html.indexOf('<main'), html.indexOf('</main>')));
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
    for (const words of ['About the Author', 'Contributing Writer', 'Back to Home'])
      expect(text).toContain(words);
    expect(linksOf(html, '/tag/')).toContain('roi');
    expect(linksOf(html, '/author/')).toContain('tom-beckett');
    expect(html).toMatch(/<nav[^>]*aria-label="Breadcrumb"/);
  });

  it('shows its summary when it has no content', async () => {
    await addArticle(site.db, { slug: 'empty', summary: 'Only <this> & that.', content: '' });
    expect(textOf(await site.text('/article/empty'))).toContain('Only <this> & that.');
  });

  it('leaves the category out of the breadcrumb when it has none', async () => {
    await addArticle(site.db, { slug: 'loose' });
    const html = await site.text('/article/loose');
    const crumbs = /<nav[^>]*aria-label="Breadcrumb"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';
    expect(linksOf(crumbs, '/category/')).toEqual([]);
    expect(textOf(crumbs)).toContain('Home');
  });

  it('is followed by up to 3 others of its category, never by itself', async () => {
    for (let i = 1; i <= 5; i++) await addArticle(site.db, { slug: `story-${i}`, category: 'tools', age: i });
    await addArticle(site.db, { slug: 'elsewhere', category: 'operations' });
    const html = await site.text('/article/story-2');
    const related = html.slice(html.indexOf('Related Articles'), html.indexOf('</main>'));
    expect([...new Set(linksOf(related, '/article/'))]).toEqual(['story-1', 'story-3', 'story-4']);
  });

  it('is not there for readers while it is a draft, archived, or in the trash', async () => {
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

  it('tells search engines and networks what it is', async () => {
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

  it('lets wide tables scroll, and keeps the page the only first heading', async () => {
    const content = '<h1>Loud</h1><table><tbody><tr><td>1</td></tr></tbody></table><pre>code</pre>';
    await addArticle(site.db, { slug: 'table', content });
    const html = await site.text('/article/table');
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
    expect(html).toContain('role="region" aria-label="Table" tabindex="0"><table>');
    expect(html).toContain('<pre tabindex="0">');
  });
});
