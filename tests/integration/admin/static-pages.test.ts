// Static pages: every rule and message of their forms, and what readers see.
import { beforeEach, describe, expect } from 'vitest';
import { emptyMagazine } from '../../support/factory';
import { cacheState, roundTrips, visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';

const { it, site, admin } = adminTest({ pageCache: 'on' });
let names = 0;
/** Returns a new slug each time, because pages of other tests may be cached. */
const newSlug = () => `page-${++names}`;
const LIST = '/admin/pages';

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('slug_history, redirects, audit_log');
});

const fields = (more: Record<string, string> = {}) => ({
  title: 'House rules',
  slug: '',
  summary: 'What we hold to.',
  content: '<p>We correct our mistakes.</p>',
  ...more,
});
const create = (more?: Record<string, string>) => admin.post(`${LIST}/new`, fields(more));
/** Creates a page and returns the address of its editor. */
async function made(more?: Record<string, string>): Promise<string> {
  const answer = await create(more);
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}
const hidden = (html: string, name: string) =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
const fieldOf = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"|<input[^>]*value="([^"]*)"[^>]*name="${name}"`)
    .exec(html)
    ?.slice(1)
    .find(Boolean);
const versionAt = async (address: string) => hidden(await (await admin.get(address)).text(), 'version');
const stored = async () =>
  (await site.db.query('select title, slug, summary, content from pages order by created_at')).rows;

describe('a page', () => {
  it('is published at its address, in the footer and in the sitemap', async () => {
    const slug = newSlug();
    await site.get('/');
    await site.get('/sitemaps/pages.xml');
    const editor = await made({
      title: `About ${slug}`,
      content: '<p>Hello<script>alert(1)</script></p><p></p>',
    });
    expect(editor).toMatch(/^\/admin\/pages\/[\w-]{36}\/edit$/);
    expect(visibleTextOf(await (await admin.get(editor)).text())).toContain('Page created successfully');
    expect(await stored()).toEqual([
      { title: `About ${slug}`, slug: `about-${slug}`, summary: 'What we hold to.', content: '<p>Hello</p>' },
    ]);
    const page = await site.get(`/page/about-${slug}`);
    expect([page.status, roundTrips(page)]).toEqual([200, 1]);
    const html = await page.text();
    expect(html).toContain('<p>Hello</p>');
    expect(html).toContain(`href="/page/about-${slug}"`);
    expect(await site.text('/')).toContain(`href="/page/about-${slug}"`);
    expect(await site.text('/sitemaps/pages.xml')).toContain(`/page/about-${slug}`);
    const { rows } = await site.db.query('select event, subject from audit_log');
    expect(rows).toEqual([{ event: 'page_created', subject: `About ${slug}` }]);
  });

  it('has one first-level heading, also when its text contains another, and scrollable tables', async () => {
    const slug = newSlug();
    const content =
      '<h1 class="ql-align-center">Loud</h1><table><tbody><tr><td>1</td></tr></tbody></table><pre>code</pre>';
    await made({ title: `About ${slug}`, content });
    const html = await site.text(`/page/about-${slug}`);
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
    expect(html).toMatch(/<h2[^>]*>Loud<\/h2>/);
    expect(html).toContain('role="region" aria-label="Table" tabindex="0"><table>');
    expect(html).toContain('<pre tabindex="0">');
    expect((await stored())[0].content).toContain('<h1');
  });

  it.each([
    [{ title: '  ' }, 'Title is required'],
    [{ title: 'x'.repeat(201) }, 'Title is limited to 200 characters'],
    [{ summary: 'x'.repeat(501) }, 'Summary is limited to 500 characters'],
    [{ content: 'x'.repeat(500_001) }, 'This is too long for one page. Split it into several'],
  ])('is rejected with %o', async (wrong, reason) => {
    const answer = await create({ slug: 'kept-slug', ...wrong });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(visibleTextOf(html)).toContain('Failed to save page.');
    expect(visibleTextOf(html)).toContain(reason);
    expect(fieldOf(html, 'slug')).toBe('kept-slug');
    const [[name, value]] = Object.entries(wrong) as [[string, string]];
    if (name === 'content') expect(html).toContain(value);
    else expect(html).toContain('We correct our mistakes.');
    expect(await stored()).toEqual([]);
  });

  it('gets a unique, normalized slug from the input, the title or its id', async () => {
    await made({ slug: ' Our  Rules! ' });
    await made({ slug: 'our-rules' });
    await made({ title: 'Über uns' });
    await made({ title: '编辑部' });
    const slugs = (await stored()).map(({ slug }) => slug);
    expect(slugs.slice(0, 3)).toEqual(['our-rules', 'our-rules-2', 'uber-uns']);
    expect(slugs[3]).toMatch(/^page-[0-9a-f]{8}$/);
  });

  it('stores images that were pasted into it', async () => {
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await made({ content: `<p>See</p><p><img src="data:image/png;base64,${pixel}" alt="A dot"></p>` });
    const [{ content }] = await stored();
    expect(content).toMatch(/<img[^>]*src="\/media\/article-images\/articles\/\d+\.png"/);
    expect(content).not.toContain('data:');
  });

  it('is created once when its form is sent twice', async () => {
    const id = hidden(await (await admin.get(`${LIST}/new`)).text(), 'id');
    expect((await create({ id })).status).toBe(303);
    expect((await create({ id })).status).toBe(303);
    expect(await stored()).toHaveLength(1);
    const other = await create({ id, title: 'Another' });
    expect(other.status).toBe(409);
    expect(visibleTextOf(await other.text())).toContain('This page was already saved.');
  });

  it('shows changes immediately and redirects from its old address', async () => {
    const slug = newSlug();
    const editor = await made({ slug });
    await site.get(`/page/${slug}`);
    const save = async (more: Record<string, string>) => {
      const answer = await admin.post(editor, fields({ slug, ...more, version: await versionAt(editor) }));
      expect([answer.status, answer.headers.get('location')]).toEqual([303, editor]);
    };
    await site.get('/');
    await save({ content: '<p>We correct them immediately.</p>' });
    expect(visibleTextOf(await (await admin.get(editor)).text())).toContain('Page updated successfully');
    expect(await site.text(`/page/${slug}`)).toContain('We correct them immediately.');
    expect(cacheState(await site.get('/')), 'unrelated pages stay cached').toBe('hit');
    await save({ slug: `${slug}-now`, title: 'Rules of the house' });
    expect((await site.get(`/page/${slug}`)).headers.get('location')).toBe(`/page/${slug}-now`);
    expect(await site.text('/')).toContain('Rules of the house');
    const { rows } = await site.db.query(
      "select details from audit_log where event = 'page_updated' order by id",
    );
    expect(rows.map(({ details }) => Object.keys(details.changes).sort())).toEqual([
      ['content'],
      ['content', 'slug', 'title'],
    ]);
  });

  it('keeps its version when it is saved unchanged', async () => {
    const editor = await made({ slug: 'still' });
    const version = await versionAt(editor);
    await admin.post(editor, fields({ slug: 'still', version }));
    expect(await versionAt(editor)).toBe(version);
    expect((await site.db.query("select 1 from audit_log where event = 'page_updated'")).rows).toEqual([]);
  });

  it('is deleted after confirmation and disappears immediately', async () => {
    const slug = newSlug();
    const editor = await made({ slug, title: 'Short-lived' });
    const id = editor.split('/')[3] ?? '';
    expect((await site.get(`/page/${slug}`)).status).toBe(200);
    const search = () => site.text('/api/search?q=short-lived&view=card');
    expect(await search()).toContain('Short-lived');
    const question = visibleTextOf(await (await admin.get(`${LIST}?delete=${id}`)).text());
    expect(question).toContain('Are you sure you want to delete this page?');
    const answer = await admin.post(`${LIST}?delete=${id}`, { intent: 'delete', id });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, LIST]);
    const list = visibleTextOf(await (await admin.get(LIST)).text());
    expect(list).toContain('Page deleted successfully');
    expect(list).toContain('No pages yet');
    expect((await site.get(`/page/${slug}`)).status).toBe(404);
    expect(await site.text('/')).not.toContain('Short-lived');
    expect(await search()).not.toContain('Short-lived');
    expect((await admin.get(editor)).status).toBe(404);
    expect((await admin.get(`${LIST}?delete=${id}`)).status).toBe(404);
    expect((await admin.get(`${LIST}/nonsense/edit`)).status).toBe(404);
  });
});

describe('two editors', () => {
  it('never overwrite each other without notice: the later save shows both texts', async () => {
    const editor = await made({ slug: newSlug() });
    const version = await versionAt(editor);
    const mine = { title: 'House rules', slug: 'x', summary: 'What we hold to.', version };
    await admin.post(editor, { ...mine, content: '<p>Theirs: we apologize first.</p>' });
    const refused = await admin.post(editor, { ...mine, content: '<p>Mine: we explain first.</p>' });
    expect(refused.status).toBe(409);
    const html = await refused.text();
    const text = visibleTextOf(html);
    expect(text).toContain('Someone else changed this page while you were writing.');
    expect(text).toContain('Saved versionTheirs: we apologize first.');
    expect(text).toContain('Your version, not savedMine: we explain first.');
    expect(html).toContain('&lt;p&gt;Mine: we explain first.&lt;/p&gt;');
    expect((await stored())[0].content).toContain('Theirs');
    const currentVersion = hidden(html, 'version');
    expect(currentVersion).not.toBe(version);
    const again = await admin.post(editor, { ...mine, version: currentVersion, content: '<p>Both.</p>' });
    expect(again.status).toBe(303);
    expect((await stored())[0].content).toBe('<p>Both.</p>');
  });

  it('saving simultaneously are accepted once and otherwise warned', async () => {
    const editor = await made({ slug: newSlug() });
    const version = await versionAt(editor);
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((text) =>
        admin.post(editor, fields({ version, slug: 'x', content: `<p>${text}</p>` })),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
  });

  it('keep their text when the page was deleted', async () => {
    const editor = await made({ slug: newSlug() });
    const version = await versionAt(editor);
    await site.db.query('delete from pages');
    const refused = await admin.post(editor, fields({ version, content: '<p>Still here.</p>' }));
    expect(refused.status).toBe(404);
    const html = await refused.text();
    expect(visibleTextOf(html)).toContain('This page no longer exists.');
    expect(html).toContain('&lt;p&gt;Still here.&lt;/p&gt;');
    expect(html).toMatch(/<form[^>]*action="\/admin\/pages\/new"/);
    const saved = await create({ id: hidden(html, 'id'), content: '<p>Still here.</p>' });
    expect(saved.status).toBe(303);
  });

  it('get their text back while the database is unavailable', async () => {
    const editor = await made({ slug: newSlug() });
    const version = await versionAt(editor);
    await site.withoutDatabase(async () => {
      for (const address of [editor, `${LIST}/new`]) {
        const refused = await admin.post(address, fields({ version, content: '<p>Kept for you.</p>' }));
        expect(refused.status).toBe(503);
        const html = await refused.text();
        expect(visibleTextOf(html)).toContain('Failed to save page.');
        expect(html).toContain('&lt;p&gt;Kept for you.&lt;/p&gt;');
      }
    });
  });
});

describe('the pages that the product links to', () => {
  const offered = async () =>
    [...(await (await admin.get(LIST)).text()).matchAll(/href="([^"]*\?draft=[^"]*)"/g)].map(
      ([, to = '']) => to,
    );

  it('are offered as drafts until they exist', async () => {
    const [contact = '', privacy = ''] = await offered();
    expect([contact, privacy]).toEqual([`${LIST}/new?draft=contact`, `${LIST}/new?draft=privacy`]);
    const html = await (await admin.get(privacy)).text();
    expect([fieldOf(html, 'title'), fieldOf(html, 'slug')]).toEqual(['Privacy', 'privacy']);
    expect(visibleTextOf(html)).toContain('Global Privacy Control');
    expect(await stored()).toEqual([]);
    await made({ title: 'Contact Us', slug: 'contact' });
    expect(await offered()).toEqual([privacy]);
    expect(fieldOf(await (await admin.get(`${LIST}/new?draft=nothing`)).text(), 'title')).toBeUndefined();
  });

  it('are not saved before the editor has replaced what the draft leaves open', async () => {
    const refused = await create({ content: '<p>Write to us at [add your email address here].</p>' });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(visibleTextOf(html)).toContain('Replace “[add your email address here]” with your email address');
    expect(html).toContain('&lt;p&gt;Write to us at');
    expect(await stored()).toEqual([]);
  });
});
