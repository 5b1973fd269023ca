// Search and social fields: what editors enter, and where search engines, social networks and readers see it.
import { beforeEach, describe, expect } from 'vitest';
import { createByForm, editPath, NEW_ARTICLE, postForm, readFormFields } from '../../support/browser/editor';
import { addArticle, addCategory, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';

const { it, site, admin } = adminTest();

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('slug_history, redirects');
});

/** The address that the tests' site is configured with. */
const SITE_URL = 'https://magazine.test';

const SEO = {
  searchTitle: 'Say no to clients | A guide',
  searchDescription: 'When to decline a matter, and how.',
  socialTitle: 'The kindest no',
  socialDescription: 'An email that ends well.',
  socialImage: '/media/articles/social.png',
};

const get = async (path: string) => (await site.get(path)).text();
const jsonLdOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, json = '']) =>
    JSON.parse(json),
  );

describe('an article', () => {
  it('shows the entered fields in its head', async () => {
    await createByForm(admin, { ...SEO, title: 'Saying no', slug: 'saying-no', status: 'published' });
    const html = await get('/article/saying-no');
    expect(html).toContain('<title>Say no to clients | A guide</title>');
    expect(html).toContain('<meta name="description" content="When to decline a matter, and how."/>');
    expect(html).toContain('<meta property="og:title" content="The kindest no"/>');
    expect(html).toContain('<meta property="og:description" content="An email that ends well."/>');
    expect(html).toContain('<meta name="twitter:title" content="The kindest no"/>');
    expect(html).toContain(
      `<meta property="og:image" content="${SITE_URL}/media/articles/social.png?v=og"/>`,
    );
    expect(html).toContain(`<link rel="canonical" href="${SITE_URL}/article/saying-no"/>`);
    expect(visibleTextOf(html)).toContain('Saying no');
    expect(jsonLdOf(html)[0]).toMatchObject({
      '@type': 'NewsArticle',
      headline: 'Saying no',
      description: 'When to decline a matter, and how.',
    });
  });

  it('has its title, summary and image where the fields are empty', async () => {
    await createByForm(admin, { title: 'Saying no', slug: 'plain', summary: 'Why.', status: 'published' });
    const html = await get('/article/plain');
    expect(html).toContain('<title>Saying no | Law Firm Academy</title>');
    expect(html).toContain('<meta name="description" content="Why."/>');
    expect(html).toContain('<meta property="og:title" content="Saying no"/>');
    expect(html).toContain('content="max-image-preview:large"');
  });

  it('hidden from search engines is left out of sitemaps and llms.txt, and stays readable', async () => {
    await createByForm(admin, { title: 'Shown', slug: 'shown', status: 'published' });
    await createByForm(admin, { title: 'Hidden', slug: 'hidden', status: 'published', hideFromSearch: 'on' });
    const page = await site.get('/article/hidden');
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<meta name="robots" content="noindex, follow"/>');
    for (const path of ['/sitemaps/articles-1.xml', '/news-sitemap.xml', '/llms.txt']) {
      const listed = await get(path);
      expect(listed, path).toContain('/article/shown');
      expect(listed, path).not.toContain('/article/hidden');
    }
    expect(await get('/feed.xml')).toContain('/article/hidden');
  });

  it('first published elsewhere names the original, and is left out of sitemaps', async () => {
    const canonicalUrl = 'https://bar.example/journal/no';
    await createByForm(admin, { slug: 'copy', status: 'published', canonicalUrl });
    const html = await get('/article/copy');
    expect(html).toContain(`<link rel="canonical" href="${canonicalUrl}"/>`);
    expect(html).toContain(`<meta property="og:url" content="${canonicalUrl}"/>`);
    expect(jsonLdOf(html)[0]).toMatchObject({ mainEntityOfPage: canonicalUrl });
    // The only article is left out, and the index still lists the file.
    expect(await get('/sitemap.xml')).toContain('/sitemaps/articles-1.xml');
    expect(await get('/sitemaps/articles-1.xml')).not.toContain('/article/copy');
  });

  it('stores its own URL as no canonical URL', async () => {
    const id = await createByForm(admin, { slug: 'own', canonicalUrl: `${SITE_URL}/article/own` });
    expect((await site.db.query('select seo from articles where id = $1', [id])).rows).toEqual([{ seo: {} }]);
  });

  it.each([
    ['canonicalUrl', `https://bar.example/${'é'.repeat(500)}`, 'Canonical URL is limited to 2000 characters'],
    ['canonicalUrl', 'javascript:alert(1)', 'Canonical URL must start with http:// or https://'],
    ['canonicalUrl', 'https://user:secret@bar.example/', 'Canonical URL must start with http:// or https://'],
    ['searchTitle', 'x'.repeat(201), 'Search title is limited to 200 characters'],
    ['socialDescription', 'x'.repeat(501), 'Social description is limited to 500 characters'],
    ['socialImage', 'ftp://bar.example/a.png', 'Social image must be a path on this site'],
    ['socialImage', 'https://10.0.0.1/a.png', 'This URL cannot be used.'],
  ])('refuses an invalid %s and returns the typed value', async (field, value, message) => {
    const answer = await postForm(admin, '/admin/articles/new', { ...NEW_ARTICLE, ...SEO, [field]: value });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(visibleTextOf(html)).toContain(message);
    expect(html).toContain(value);
    // A field that none of the rows changes.
    expect(html).toContain('When to decline a matter, and how.');
  });

  it('keeps markup in the fields as text', async () => {
    const hostile = '"><script>alert(1)</script>';
    await createByForm(admin, {
      slug: 'hostile',
      status: 'published',
      searchTitle: hostile,
      socialTitle: hostile,
    });
    const html = await get('/article/hostile');
    expect(html).not.toContain('<script>alert(1)');
    expect(html).toContain('<title>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>');
  });

  it('keeps the fields in the short form and when a version without them is restored', async () => {
    const id = await createByForm(admin, { title: 'Saying no' });
    const form = await readFormFields(await admin.get(editPath(id)));
    expect((await postForm(admin, editPath(id), { ...form, ...SEO })).status).toBe(303);
    await site.db.query(`update article_revisions set snapshot = snapshot - 'seo' where version = 1`);
    await admin.post(`/admin/articles/${id}/revisions`, { revision: '1', version: '2' });
    const stored = async () =>
      (await site.db.query('select seo from articles where id = $1', [id])).rows[0].seo;
    expect(await stored()).toEqual(SEO);
    const dialog = await readFormFields(await admin.get(`/admin-old?edit=${id}`));
    expect(dialog.socialTitle).toBe('The kindest no');
  });

  it('shows the differences of the fields in the history and in the audit log', async () => {
    const id = await createByForm(admin);
    const form = await readFormFields(await admin.get(editPath(id)));
    await postForm(admin, editPath(id), { ...form, searchTitle: 'A better title', hideFromSearch: 'on' });
    for (const path of [`/admin/articles/${id}/revisions`, '/admin/audit']) {
      const text = visibleTextOf(await (await admin.get(path)).text());
      expect(text, path).toContain('Search title');
      expect(text, path).toContain('A better title');
      expect(text, path).toContain('Hide from search engines');
    }
  });
});

it('counts a social image as used', async () => {
  const id = await createByForm(admin, { socialImage: '/media/articles/social.png' });
  const { rows } = await site.db.query('select key, kind from media_uses where owner_id = $1', [id]);
  expect(rows).toEqual([{ key: 'articles/social.png', kind: 'articles' }]);
});

it('refuses unknown fields in the database', async () => {
  const id = await addArticle(site.db);
  await expect(
    site.db.query(`update articles set seo = '{"robots": "none"}' where id = $1`, [id]),
  ).rejects.toThrow('articles_seo_fields');
});

describe('a category', () => {
  it('shows the entered fields on its first page, and can be hidden from search engines', async () => {
    await addCategory(site.db, 'tools');
    await addArticle(site.db, { title: 'A tool', category: 'tools' });
    expect(await get('/sitemaps/pages.xml')).toContain('/category/tools');
    const { rows } = await site.db.query('select id from categories');
    const saved = await admin.post('/admin/categories', {
      ...{
        intent: 'save',
        id: rows[0].id,
        version: '',
        name: 'Tools',
        description: 'What we use.',
        banner: '',
      },
      ...{ searchTitle: 'Legal tools', searchDescription: 'Software, compared.', hideFromSearch: 'on' },
    });
    expect(saved.status).toBe(303);
    const html = await get('/category/tools');
    expect(html).toContain('<title>Legal tools</title>');
    expect(await get('/category/tools/feed.xml')).toContain('<description>Software, compared.</description>');
    expect(html).toContain('content="noindex, follow"');
    expect(await get('/sitemaps/pages.xml')).not.toContain('/category/tools');
    expect(await get('/llms.txt')).not.toContain('/category/tools');
    const form = await (await admin.get(`/admin/categories?edit=${rows[0].id}`)).text();
    expect(form).toMatch(/value="Legal tools"/);
  });
});

it('stores no canonical URL for a category whose own URL has a number', async () => {
  await addCategory(site.db, 'all-1', 'All');
  const { rows } = await site.db.query("select id from categories where slug = 'all-1'");
  const fields = { intent: 'save', id: rows[0].id, version: '', name: 'All', description: '', banner: '' };
  const canonicalUrl = `${SITE_URL}/category/all-1`;
  expect((await admin.post('/admin/categories', { ...fields, canonicalUrl })).status).toBe(303);
  const { rows: stored } = await site.db.query('select slug, seo from categories');
  expect(stored).toEqual([{ slug: 'all-1', seo: {} }]);
});

describe('a static page', () => {
  it('shows the entered fields in its head, and can be hidden from search engines', async () => {
    const page = { title: 'About us', slug: 'about-us', summary: 'Who we are.', content: '<p>We.</p>' };
    const made = await admin.post('/admin/pages/new', { ...page, ...SEO, hideFromSearch: 'on' });
    expect(made.status).toBe(303);
    const html = await get('/page/about-us');
    expect(html).toContain('<title>Say no to clients | A guide</title>');
    expect(html).toContain('<meta property="og:title" content="The kindest no"/>');
    expect(html).toContain('content="noindex, follow"');
    expect(await get('/sitemaps/pages.xml')).not.toContain('/page/about-us');
    const form = await readFormFields(await admin.get(made.headers.get('location') ?? ''));
    expect(form).toMatchObject(SEO);
    const refused = await postForm(admin, made.headers.get('location') ?? '', {
      ...form,
      canonicalUrl: 'nowhere',
    });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('value="nowhere"');
    const unfetched = await postForm(admin, made.headers.get('location') ?? '', {
      ...form,
      socialImage: 'https://10.0.0.1/a.png',
    });
    expect(unfetched.status).toBe(422);
    expect(await unfetched.text()).toMatch(
      /value="https:\/\/10\.0\.0\.1\/a\.png"\/><p class="field__error"[^>]*>This URL cannot be used/,
    );
  });
});
