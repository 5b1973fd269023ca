// Members-only articles: what every public route shows of them, and what members read.
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { toBeginning } from '~/features/articles/public/article-beginning';
import { NEW_ARTICLE, postForm } from '../../support/browser/editor';
import { addArticle, addCategory, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';
import { type Visitor, visit, visitAsMember } from '../../support/visitor';

const BEGINNING = 'Escrow rates rose again.';
const HIDDEN = 'Zweigelt is the clause to strike.';
const CONTENT = `<p>${BEGINNING}</p><p>Second.</p><p>Third.</p><p>Fourth.</p><p>${HIDDEN}</p><p>The <em>end</em> of it.</p>`;
const ARTICLE = { slug: 'escrow', title: 'Escrow', category: 'tools', tags: ['roi'], content: CONTENT };

const { it, site, admin } = adminTest({ pageCache: 'on' });
let member: Visitor;

beforeAll(async () => {
  member = await visitAsMember(site);
});
beforeEach(() => emptyMagazine(site.db));

/** Every route that shows parts of articles. Each test uses addresses that no earlier test has cached. */
const routesTo = (slug: string) => [
  '/',
  `/article/${slug}`,
  `/article/${slug}.data`,
  '/category/tools',
  '/category/all',
  '/tag/roi',
  '/author/dana-whitfield',
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/category/tools/feed.xml',
  '/author/dana-whitfield/feed.xml',
  '/llms.txt',
  '/sitemap.xml',
  '/news-sitemap.xml',
  '/search?q=escrow',
  '/api/search?q=escrow',
  '/api/search?q=escrow&view=card',
  '/search?q=zweigelt',
  '/api/search?q=zweigelt',
  `/api/articles/${slug}/mine`,
  `/account/read/${slug}`,
  `/account/read/${slug}.data`,
];

const foundBy = async (query: string) => {
  const answer = await site.get(`/api/search?q=${query}`);
  return ((await answer.json()) as { articles: { slug: string }[] }).articles.map(({ slug }) => slug);
};

describe('a members-only article', () => {
  it('hides everything after its beginning from visitors on every route', async () => {
    await addArticle(site.db, { ...ARTICLE, membersOnly: true });
    for (const path of routesTo('escrow')) {
      const text = await site.text(path);
      expect(text.toLowerCase(), path).not.toContain('clause to strike');
      // Routes that show the newest article's text show its beginning.
      if (/^\/(article|feed|atom|category\/tools\/feed)/.test(path)) expect(text, path).toContain(BEGINNING);
    }
    expect(await foundBy('zweigelt')).toEqual([]);
    expect(await foundBy('rates')).toEqual(['escrow']);
  });

  it('shows visitors its beginning and how to continue', async () => {
    await addArticle(site.db, { ...ARTICLE, slug: 'note', membersOnly: true });
    const html = await site.text('/article/note');
    const body = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    expect(visibleTextOf(body)).toContain('Sign in to keep reading');
    for (const way of [
      '/auth?redirect=%2Farticle%2Fnote',
      '/auth?tab=sign-up&amp;redirect=%2Farticle%2Fnote',
    ])
      expect(body).toContain(`href="${way}"`);
    expect(html).toContain('"isAccessibleForFree":false,"hasPart"');
    const whole = await site.get('/account/read/note');
    expect(whole.status).toBe(302);
    expect(whole.headers.get('location')).toBe('/auth?redirect=%2Faccount%2Fread%2Fnote');
    const rest = await site.get('/api/articles/note/mine');
    expect([rest.status, rest.headers.get('cache-control')]).toEqual([401, 'no-store']);
  });

  it('is one cached page for everyone', async () => {
    await addArticle(site.db, { ...ARTICLE, slug: 'kept', membersOnly: true });
    await site.text('/article/kept');
    for (const who of [visit(site), member]) {
      const again = await who.get('/article/kept');
      expect(again.headers.get('server-timing')).toContain('cache;desc="hit"');
      expect(again.headers.get('set-cookie')).toBeNull();
      expect(await again.text()).not.toContain(HIDDEN);
    }
  });

  it('continues for members: through the API for scripts, and on its own page without', async () => {
    await addArticle(site.db, { ...ARTICLE, membersOnly: true });
    const rest = await member.get('/api/articles/escrow/mine');
    expect(rest.headers.get('cache-control')).toBe('no-store');
    expect(await rest.json()).toEqual({ rest: CONTENT.slice(toBeginning(CONTENT).length), saved: false });
    const whole = await member.get('/account/read/escrow');
    expect(whole.headers.get('cache-control')).toBe('no-store');
    const html = await whole.text();
    expect(html).toContain(CONTENT);
    expect(html).toContain('<link rel="canonical" href="https://magazine.test/article/escrow"/>');
    expect(visibleTextOf(html)).not.toContain('Sign in to keep reading');
    expect(await (await member.get('/account/read/escrow.data')).text()).toContain(HIDDEN);
  });

  it('lists only the footnotes of the beginning, and for members those of all parts', async () => {
    const note = (text: string) => `<sup class="footnote"> ${text}</sup>`;
    const content = `<p>One${note('Shown.')}</p>${`<p>More${note('Secret source.')}</p>`.repeat(5)}`;
    await addArticle(site.db, { ...ARTICLE, slug: 'notes', content, membersOnly: true });
    const html = await site.text('/article/notes');
    const shown = html.match(/id="fnref-\d+"/g) ?? [];
    expect(html.match(/<li id="fn-\d+">/g)).toHaveLength(shown.length);
    expect(html.indexOf('data-members')).toBeLessThan(html.indexOf('<section class="footnotes"'));
    const { rest } = (await (await member.get('/api/articles/notes/mine')).json()) as { rest: string };
    expect(rest).toContain(`id="fnref-${shown.length + 1}"`);
    expect(rest.match(/<li id="fn-\d+">/g)).toHaveLength(6);
    const whole = await (await member.get('/account/read/notes')).text();
    expect(whole).toContain('<li id="fn-6">Secret source.');
  });

  it('repeats no form id and no call to action of the beginning in the rest', async () => {
    const ids = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`);
    const [inBoth, atEnd, inRest] = ids;
    await site.db.query(
      `insert into ctas (id, title, category_id) values ($1, 'Both', $4), ($2, 'End', null), ($3, 'Rest', $4)`,
      [...ids, await addCategory(site.db, 'other')],
    );
    const cta = (id = '') => `<figure data-block="cta" data-id="${id}">Old</figure>`;
    const form = '<figure data-block="signup"><a href="/newsletter">Sign up for the newsletter</a></figure>';
    const content = `<p>One</p>${form}${cta(inBoth)}<p>More</p>${'<p>More</p>'.repeat(5)}${form}${ids.map(cta).join('')}`;
    await addArticle(site.db, { ...ARTICLE, slug: 'asks', content, membersOnly: true });
    const idsIn = (html: string) =>
      [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id).filter((id) => !id.startsWith('fn'));
    const onPage = idsIn(await site.text('/article/asks'));
    expect(onPage).toEqual(expect.arrayContaining(['in-text-1', inBoth, atEnd]));
    const { rest } = (await (await member.get('/api/articles/asks/mine')).json()) as { rest: string };
    // The browser hides the copy at the end of the page.
    expect(idsIn(rest)).toEqual(['in-text-2', 'in-text-2-website', atEnd, inRest]);
    expect(rest).toContain('for="in-text-2"');
  });

  it('returns nothing to members while readers cannot see it', async () => {
    await addArticle(site.db, { slug: 'draft', status: 'draft', membersOnly: true, content: CONTENT });
    await addArticle(site.db, { slug: 'trashed', deleted: true, membersOnly: true, content: CONTENT });
    await addArticle(site.db, { slug: 'free', content: CONTENT });
    for (const slug of ['draft', 'trashed', 'none']) {
      expect(await (await member.get(`/api/articles/${slug}/mine`)).json(), slug).toEqual({
        rest: null,
        saved: false,
      });
      expect((await member.get(`/account/read/${slug}`)).status, slug).toBe(404);
    }
    expect((await member.get('/account/read/free')).headers.get('location')).toBe('/article/free');
  });

  it('returns 503 while the database is unavailable', async () => {
    await addArticle(site.db, { ...ARTICLE, slug: 'away', membersOnly: true });
    await site.withoutDatabase(async () => {
      expect((await member.get('/api/articles/away/mine')).status).toBe(503);
    });
  });
});

describe('the members-only flag', () => {
  const save = async (fields: Record<string, string>, path = '/admin/articles/new') => {
    const answer = await postForm(admin, path, { ...NEW_ARTICLE, ...fields } as typeof NEW_ARTICLE);
    expect(answer.status, await answer.clone().text()).toBe(303);
    const { rows } = await site.db.query("select * from articles where slug = 'flagged'");
    return rows[0];
  };
  const fields = { title: 'Flagged', slug: 'flagged', author: 'Dana', content: CONTENT, status: 'published' };

  it('is saved by the editor, purges pages with the full text, and appears in the history', async () => {
    const { id, version } = await save(fields);
    for (const path of ['/article/flagged', '/feed.xml', '/api/search?q=zweigelt'])
      expect(await site.text(path), path).toContain(HIDDEN);
    const after = await save(
      { ...fields, version: String(version), membersOnly: 'on', summary: 'One.' },
      `/admin/articles/${id}/edit`,
    );
    expect([after.members_only, after.version]).toEqual([true, version + 1]);
    for (const path of ['/article/flagged', '/feed.xml', '/api/search?q=zweigelt'])
      expect(await site.text(path), path).not.toContain(HIDDEN);
    const history = visibleTextOf(await (await admin.get(`/admin/articles/${id}/revisions`)).text());
    expect(history).toContain('Members only');
    // Restoring an older version keeps the article members-only.
    const restored = await admin.post(`/admin/articles/${id}/revisions`, {
      intent: 'restore',
      version: String(after.version),
      revision: String(version),
    });
    expect(restored.status).toBe(303);
    const { rows } = await site.db.query('select members_only, content from articles where id = $1', [id]);
    expect(rows).toEqual([{ members_only: true, content: CONTENT }]);
  });

  it('regenerates a summary that was derived from the full text, even after the text changed', async () => {
    const short = `<p>One.</p><p>Two.</p><p>Three.</p><p>${HIDDEN}</p><p>More words at the end.</p>`;
    const made = await save({ ...fields, content: short });
    expect(made.summary).toContain('clause to strike');
    const path = `/admin/articles/${made.id}/edit`;
    const form = { ...fields, summary: made.summary, content: `${short}<p>And an afterthought.</p>` };
    const longer = await save({ ...form, version: String(made.version) }, path);
    expect(longer.summary).toBe(made.summary);
    const after = await save({ ...form, version: String(longer.version), membersOnly: 'on' }, path);
    expect([after.members_only, after.summary]).toEqual([true, 'One. Two. Three.']);
    expect(await site.text('/article/flagged')).not.toContain('clause to strike');
    // Restoring an older version does not restore a summary of the full text.
    const restored = await admin.post(`/admin/articles/${made.id}/revisions`, {
      intent: 'restore',
      version: String(after.version),
      revision: String(made.version),
    });
    expect(restored.status).toBe(303);
    const { rows } = await site.db.query('select summary, content from articles where id = $1', [made.id]);
    expect(rows).toEqual([{ summary: 'One. Two. Three.', content: short }]);
  });

  it('keeps a summary that someone wrote', async () => {
    const { id, version } = await save({ ...fields, summary: `Why ${HIDDEN}` });
    const form = { ...fields, summary: `Why ${HIDDEN}`, version: String(version), membersOnly: 'on' };
    expect((await save(form, `/admin/articles/${id}/edit`)).summary).toBe(`Why ${HIDDEN}`);
  });

  it('derives a summary from the beginning only', async () => {
    const short = `<p>One.</p><p>Two.</p><p>Three.</p><p>${HIDDEN}</p><p>More words at the end.</p>`;
    expect((await save({ ...fields, content: short, membersOnly: 'on' })).summary).toBe('One. Two. Three.');
  });
});

describe('the beginning', () => {
  it('is the same in the database and in TypeScript', async () => {
    const pieces = [
      '<p>Plain words.</p>',
      '<p>Emoji 🙂🙂🙂 and <strong>strong <em>both</em></strong>.</p>',
      '<h2>Head</h2>',
      '<ul><li>One</li><li><p>Two</p><ul><li>in</li></ul></li></ul>',
      '<hr />',
      '<img src="/media/a.webp" alt="a" />',
      '<figure><img src="/media/b.webp" alt="" /><figcaption>Why</figcaption></figure>',
      '<blockquote><p>Said</p><p>twice</p></blockquote>',
      'loose text &lt;p&gt; ',
      '<pre>a &gt; b\n\nc</pre>',
      '<br />',
      '<table><tbody><tr><td>1</td></tr></tbody></table>',
    ];
    const texts = ['', 'nothing but words', '<p>'];
    for (let n = 1; n <= 300; n += 1)
      texts.push(Array.from({ length: 1 + (n % 9) }, (_, i) => pieces[(n * (i + 3) + i * i) % 12]).join(''));
    const { rows } = await site.db.query(
      'select article_beginning(t) as beginning from unnest($1::text[]) with ordinality as u (t, n) order by n',
      [texts],
    );
    expect(rows.map(({ beginning }) => beginning)).toEqual(texts.map(toBeginning));
  });
});
