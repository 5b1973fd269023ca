// Specified parts, orders and defaults that no other test checks: the site layout, ad positions, the ad
// dialog, the editor, the admin navigation, and database defaults.
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, addCategory, emptyMagazine, withoutTable } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const { it, site, admin } = adminTest();

beforeEach(() => emptyMagazine(site.db));

const part = (html: string, tag: string) => new RegExp(`<${tag}[\\s\\S]*?</${tag}>`).exec(html)?.[0] ?? '';
const readAdmin = async (path: string) => (await admin.get(path)).text();

/** Expects all strings in this order. */
function expectInOrder(text: string, expected: readonly string[]): void {
  let from = 0;
  for (const each of expected) {
    const at = text.indexOf(each, from);
    expect(at, `${each} after the previous one`).toBeGreaterThanOrEqual(0);
    from = at + each.length;
  }
}

describe('the header of every public page', () => {
  it('has the logo linked to the home page, a read-only search box and Subscribe', async () => {
    const head = part(await site.text('/category/all'), 'header');
    expect(head).toMatch(/<a class="wordmark"[^>]* href="\/"/);
    expect(head).toMatch(/<input class="search-box__input"[^>]* readOnly=""/i);
    expect(head).toMatch(
      /<a class="site-header__subscribe button"[^>]* href="\/newsletter"[^>]*>Subscribe<\/a>/,
    );
  });
});

describe('the footer of every public page', () => {
  it('has logo, blurb, four networks, categories, tags, a form, the copyright and Member Login', async () => {
    await addArticle(site.db, { category: 'tools', tags: ['roi'] });
    const foot = part(await site.text('/newsletter'), 'footer');
    const text = visibleTextOf(foot);
    expectInOrder(text, [
      'Law Firm Academy',
      'The magazine for law firm owners',
      'Categories',
      'Popular Tags',
      'Stay Updated',
    ]);
    expect(text).toMatch(/© \d{4} Law Firm Academy\. All rights reserved\./);
    expect(foot.match(/class="site-footer__network" href="#"/g)).toHaveLength(4);
    expect(foot).toMatch(/<input[^>]*name="source" value="footer"/);
    expect(foot).toMatch(/href="\/auth"[^>]*>Member Login</);
  });
});

describe('the popular tags in the footer', () => {
  const popularTags = async () => {
    const foot = part(await site.text('/newsletter'), 'footer');
    return [...foot.matchAll(/class="tag-list__tag"[^>]*href="\/tag\/([^"]+)"/g)].map(([, slug]) => slug);
  };

  it('are the twelve most used by published articles, older ones first on a tie, and no unused ones', async () => {
    await site.empty('articles, tags');
    for (let number = 1; number <= 14; number += 1)
      await site.db.query(
        "insert into tags (name, slug, created_at) values ($1, $1, now() - interval '1 day' * $2)",
        [`tag-${number}`, 30 - number],
      );
    const once = Array.from({ length: 12 }, (_, index) => `tag-${index + 2}`);
    await addArticle(site.db, { tags: once });
    await addArticle(site.db, { tags: ['tag-13', 'tag-5'] });
    await addArticle(site.db, { tags: ['tag-13'] });
    await addArticle(site.db, { status: 'draft', tags: ['tag-1', 'tag-14'] });
    const rest = once.filter((slug) => slug !== 'tag-13' && slug !== 'tag-5');
    expect(await popularTags()).toEqual(['tag-13', 'tag-5', ...rest]);
  });
});

describe('the newsletter page', () => {
  it('promises a free email every Tuesday that can be unsubscribed at any time', async () => {
    const text = visibleTextOf(await site.text('/newsletter'));
    expect(text).toContain('The free weekly newsletter');
    expect(text).toContain('Sent every Tuesday. Unsubscribe at any time.');
  });
});

describe('the hero', () => {
  it('shows the fallback image for a story without one', async () => {
    await addArticle(site.db, { slug: 'bare', isFeatured: true, category: 'tools' });
    const html = await site.text('/');
    const hero = html.slice(html.indexOf('FEATURED STORY') - 2_000, html.indexOf('FEATURED STORY'));
    expect(hero).toContain('/stock/hero-1600.webp');
    expect(hero).not.toContain('/stock/tools');
  });
});

describe('ads', () => {
  const place = async (location: string) => {
    const { rows } = await site.db.query(
      `insert into ads (name, type) values ('Bench and Ledger', 'banner')
       on conflict (name) do update set type = excluded.type returning id`,
    );
    await site.db.query('insert into ad_placements (ad_id, location) values ($1, $2)', [
      rows[0].id,
      location,
    ]);
  };

  it('appear after the article and before the links that follow, and at the top of its sidebar', async () => {
    for (const location of ['article-bottom', 'article-sidebar']) await place(location);
    for (const slug of ['one', 'two'])
      await addArticle(site.db, { slug, category: 'tools', content: '<p>Body.</p>' });
    expectInOrder(await site.text('/article/one'), [
      '<p>Body.</p>',
      'data-ad-slot="article-bottom"',
      '>Share<',
      'Back to Home',
      'data-ad-slot="article-sidebar"',
      'About the Author',
      'Related Articles',
    ]);
  });

  it('appear between the banner of a category and its first story', async () => {
    await place('category-sidebar');
    await addArticle(site.db, { category: 'tools' });
    await addArticle(site.db, { category: 'tools' });
    expectInOrder(await site.text('/category/tools'), [
      'Updated regularly',
      'data-ad-slot="category-sidebar"',
      'Read Article',
      'All Tools Articles',
    ]);
  });

  it('are created in a dialog with every field, location and size, and the specified defaults', async () => {
    await addCategory(site.db, 'tools', 'Tools');
    const html = await readAdmin('/admin/ads?new');
    const dialog = html.slice(html.indexOf('Create New Ad'));
    expectInOrder(visibleTextOf(dialog), [
      ...['Name', 'Type', 'Image', 'Link URL', 'HTML Content', 'Priority', 'Active', 'Display Locations'],
      'Homepage Hero728x90 or 970x90',
      'Homepage Sidebar300x250 or 160x600',
      'Article Sidebar300x250 or 160x600',
      'Article Bottom728x90 or 300x250',
      'Category Sidebar300x250 or 160x600',
      'Footer728x90',
      ...['Categories', 'Tools'],
    ]);
    expect(dialog).toMatch(/<option[^>]*value="banner"[^>]*selected=""/);
    const field = (name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(dialog)?.[0];
    expect(field('priority')).toMatch(/min="1" max="10".*value="1"/);
    expect(field('active')).toMatch(/role="switch".*checked=""/);
  });

  it('that cannot be deleted stay, with a message', async () => {
    await place('footer');
    const { id } = (await site.db.query('select id from ads')).rows[0];
    const answer = await site.withoutDatabase(() =>
      admin.post(`/admin/ads?delete=${id}`, { intent: 'delete', id }),
    );
    expect(answer.status).toBe(503);
    expect(visibleTextOf(await answer.text())).toContain('Failed to delete ad');
    expect((await site.db.query('select 1 from ads')).rowCount).toBe(1);
  });
});

describe('the admin', () => {
  it('has ten entries with the specified addresses', async () => {
    const html = await readAdmin('/admin');
    const hrefs = [...html.matchAll(/<a[^>]*class="admin__link[^"]*"[^>]*>/g)].map(
      ([link]) => /href="([^"]*)"/.exec(link)?.[1],
    );
    const sections = 'articles categories tags ads ctas leads images repair settings'.split(' ');
    expect(hrefs.slice(0, 10)).toEqual(['/admin', ...sections.map((name) => `/admin/${name}`)]);
    expect(html).toMatch(/<button[^>]*aria-expanded="true" aria-controls="admin-sections"/);
    expect(html).toMatch(/<a class="admin__back"[^>]* href="\/"/);
    expect(html).toMatch(/<form[^>]*action="\/auth\/sign-out"/);
  });

  it('lists tags and categories by name', async () => {
    for (const slug of ['zeal', 'intake', 'billing']) await addCategory(site.db, slug);
    await addArticle(site.db, { tags: ['roi', 'ethics', 'hiring'] });
    expectInOrder(visibleTextOf(await readAdmin('/admin/tags')), ['Edit ethics', 'Edit hiring', 'Edit roi']);
    expectInOrder(visibleTextOf(await readAdmin('/admin/categories')), [
      'Edit Billing',
      'Edit Intake',
      'Edit Zeal',
    ]);
  });

  it('explains in the editor that HTML is removed from summaries, and opens the preview in a new tab', async () => {
    const id = await addArticle(site.db, { slug: 'known' });
    const html = await readAdmin(`/admin/articles/${id}/edit`);
    expect(visibleTextOf(html)).toContain('HTML is removed');
    expect(html).toMatch(/<a[^>]*href="\/article\/known" target="_blank"[^>]*>Preview<\/a>/);
    expect(visibleTextOf(await readAdmin('/admin/articles/new'))).not.toContain('Preview');
  });
});

describe('the sign-in page', () => {
  it.each([
    ['an address', { intent: 'sign-in', email: ' ', password: 'tulips' }, 'Email is required.'],
    ['a password', { intent: 'sign-in', email: 'ann@example.com', password: '' }, 'Password is required.'],
    ['an address for a reset', { intent: 'forgot', email: '' }, 'Email is required.'],
  ])('requires %s', async (_, fields, reason) => {
    const answer = await visit(site).post('/auth', fields);
    expect(answer.status).toBe(422);
    expect(visibleTextOf(await answer.text())).toContain(reason);
  });
});

describe('an unexpected error', () => {
  it.each([
    ['Sign in failed', { intent: 'sign-in', email: 'ann@example.com', password: 'tulip garden' }],
    [
      'Sign up failed',
      { intent: 'sign-up', fullName: 'Ann', email: 'ann@example.com', password: 'tulip garden' },
    ],
    ['Password reset failed', { intent: 'forgot', email: 'ann@example.com' }],
  ])('is reported as %s with advice to try again', async (title, fields) => {
    await withoutTable(site.db, 'auth_throttle', async () => {
      const answer = await visit(site).post('/auth', fields);
      expect(answer.status).toBeGreaterThanOrEqual(500);
      const text = visibleTextOf(await answer.text());
      expect(text).toContain(title);
      expect(text).toContain('Please try again.');
    });
  });
});

describe('a row with only the required columns', () => {
  it.each([
    [
      "insert into articles (title, slug, author) values ('T', 't', 'A')",
      { summary: '', content: '', status: 'draft', read_time: 5, category_id: null, image_url: null },
    ],
    ["insert into categories (name, slug) values ('Named', 'named')", { description: '' }],
    ["insert into tags (name, slug) values ('Named', 'named')", { slug: 'named' }],
    ["insert into leads (email) values ('a@example.com')", { source: 'newsletter', status: 'pending' }],
    ["insert into ads (name) values ('Named')", { type: 'banner', active: true, priority: 1 }],
    ["insert into ctas (title) values ('Named')", { active: true, category_id: null }],
  ])('gets the specified defaults: %s', async (statement, expected) => {
    const { rows } = await site.db.query(`${statement} returning *`);
    expect(rows).toMatchObject([expected]);
    expect(rows[0].id).toMatch(/^[0-9a-f-]{36}$/);
    expect(rows[0].created_at).toBeInstanceOf(Date);
    if (/into (articles|categories|tags)/.test(statement)) expect(rows[0].updated_at).toBeInstanceOf(Date);
    await site.empty('leads, ads, ad_days, ctas');
  });
});
