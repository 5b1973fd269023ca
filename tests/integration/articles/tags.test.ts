// Tags: every rule and message of their forms without JavaScript.
import { beforeEach, describe, expect } from 'vitest';
import { editPath, postForm, readFormFields } from '../../support/browser/editor';
import { addArticle, changeDuring, deleteDuring, emptyMagazine, withoutTable } from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';

const GONE = '00000000-0000-4000-8000-000000000000';

const { it, site, admin } = adminTest({ pageCache: 'on' });

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('slug_history, audit_log');
});

const create = (fields: Record<string, string>) =>
  admin.post('/admin/tags?new', { intent: 'create', ...fields });
const save = (id: string, fields: Record<string, string>) =>
  admin.post(`/admin/tags?edit=${id}`, { intent: 'save', id, ...fields });
const remove = (id: string) => admin.post(`/admin/tags?delete=${id}`, { intent: 'delete', id });
const merge = (from: string[], into: string) =>
  admin.post('/admin/tags?merge', [
    ['intent', 'merge'],
    ['into', into],
    ...from.map((id): [string, string] => ['from', id]),
  ]);
const page = async (path = '/admin/tags') => visibleTextOf(await (await admin.get(path)).text());

async function slugs(): Promise<string[]> {
  const { rows } = await site.db.query('select slug from tags order by name, slug');
  return rows.map(({ slug }) => slug);
}
async function idOf(slug: string): Promise<string> {
  const { rows } = await site.db.query('select id from tags where slug = $1', [slug]);
  return rows[0]?.id;
}
async function tagsOf(articleId: string): Promise<string[]> {
  const { rows } = await site.db.query(
    'select slug from article_tags join tags on id = tag_id where article_id = $1 order by slug',
    [articleId],
  );
  return rows.map(({ slug }) => slug);
}
async function lastAudit(): Promise<{ event: string; subject: string; details: Record<string, unknown> }> {
  const { rows } = await site.db.query(
    'select event, subject, details, actor_id from audit_log order by id desc limit 1',
  );
  expect(rows[0].actor_id).not.toBeNull();
  return rows[0];
}

describe('the tags page', () => {
  it('has an empty state', async () => {
    const text = await page();
    expect(text).toContain('No tags yet');
    expect(text).not.toContain('Merge Tags');
  });

  it('shows a card per tag with slug and count, with one round trip besides the guard', async () => {
    await addArticle(site.db, { tags: ['roi', 'intake'] });
    await addArticle(site.db, { tags: ['roi'], status: 'draft' });
    await addArticle(site.db, { tags: ['roi'], deleted: true });
    const answer = await admin.get('/admin/tags');
    expect(roundTrips(answer)).toBe(2);
    const text = visibleTextOf(await answer.text());
    expect(text).toMatch(/intakeintake\s*Edit intakeDelete intake1 article/);
    expect(text).toMatch(/roiroiEdit roiDelete roi2 articles/);
  });

  it('filters by name and slug, ignoring case and accents', async () => {
    await create({ name: 'Café culture' });
    await create({ name: 'Billing', slug: 'money' });
    expect(await page('/admin/tags?q=CAFE')).toMatch(/1 of 2.*Café culture/);
    expect(await page('/admin/tags?q=mon')).toContain('Edit Billing');
    expect(await page('/admin/tags?q=zzz')).toContain('No tags found');
  });

  it('opens dialogs by address, and returns 404 for an invalid id', async () => {
    await create({ name: 'ROI' });
    const id = await idOf('roi');
    expect(await page('/admin/tags?new')).toMatch(/Create Tag.*Name \*.*Slug.*Cancel.*Save Tag/);
    expect(await page(`/admin/tags?edit=${id}`)).toMatch(/Edit Tag.*Name \*.*Slug.*Cancel.*Save Tag/);
    expect(await page(`/admin/tags?delete=${id}`)).toContain('Are you sure you want to delete this tag?');
    expect((await admin.get('/admin/tags?edit=nonsense')).status).toBe(404);
    const gone = await admin.get(`/admin/tags?edit=${GONE}`);
    expect(gone.status).toBe(404);
    expect(visibleTextOf(await gone.text())).toContain('This tag no longer exists');
  });

  it('reports a failure to load', async () => {
    await withoutTable(site.db, 'article_tags', async () => {
      const answer = await admin.get('/admin/tags');
      expect(answer.status).toBe(500);
      expect(visibleTextOf(await answer.text())).toContain('Failed to load tags');
    });
  });
});

describe('creating and editing a tag', () => {
  it('derives the slug from the name, or normalizes the typed one', async () => {
    const answer = await create({ name: '  Legal   Tech ', slug: '' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/tags']);
    expect(await page()).toContain('Tag created successfully');
    await create({ name: 'Zebra', slug: ' Étude & Practice! ' });
    await create({ name: '日本' });
    const [tech, zebra, made] = await slugs();
    expect([tech, zebra]).toEqual(['legal-tech', 'etude-practice']);
    expect(made).toMatch(/^tag-[0-9a-f]{8}$/);
    expect(await lastAudit()).toMatchObject({ event: 'tag_created', subject: '日本' });
  });

  it('numbers a taken slug, also for simultaneous requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => create({ name: `Tag ${n}`, slug: 'same' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(303));
    expect((await slugs()).sort()).toEqual(['same', 'same-2', 'same-3', 'same-4', 'same-5', 'same-6']);
  });

  it('rejects an empty, long or taken name, and keeps the input', async () => {
    const empty = await create({ name: '  ', slug: 'kept-slug' });
    expect(empty.status).toBe(422);
    const html = await empty.text();
    expect(visibleTextOf(html)).toContain('Failed to save tag. Name is required');
    expect(html).toContain('value="kept-slug"');
    expect(visibleTextOf(html)).toContain('Create Tag');
    expect((await create({ name: 'x'.repeat(121) })).status).toBe(422);
    await create({ name: 'ROI' });
    const twin = await create({ name: 'ROI', slug: 'other' });
    expect(twin.status).toBe(422);
    expect(visibleTextOf(await twin.text())).toContain('A tag with this name already exists');
    expect(await slugs()).toEqual(['roi']);
  });

  it('shows a new name and slug immediately and redirects the old address', async () => {
    const article = await addArticle(site.db, { slug: 'a-story', tags: ['intake'] });
    const id = await idOf('intake');
    expect(await site.text('/article/a-story')).toContain('/tag/intake');
    const answer = await save(id, { name: 'Client Intake', slug: 'client-intake', q: 'in' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/tags?q=in']);
    expect(await page()).toContain('Tag updated successfully');
    expect(visibleTextOf(await site.text('/article/a-story'))).toContain('Client Intake');
    expect((await site.get('/tag/client-intake')).status).toBe(200);
    const { rows } = await site.db.query('select kind, slug, target_id from slug_history');
    expect(rows).toEqual([{ kind: 'tags', slug: 'intake', target_id: id }]);
    expect(await tagsOf(article)).toEqual(['client-intake']);
    expect((await lastAudit()).details).toEqual({
      id,
      changes: {
        name: { from: 'intake', to: 'Client Intake' },
        slug: { from: 'intake', to: 'client-intake' },
      },
    });
  });

  it('keeps its own slug when saved again, and derives one when it is cleared', async () => {
    await create({ name: 'ROI' });
    const id = await idOf('roi');
    await save(id, { name: 'Return', slug: 'roi' });
    expect(await slugs()).toEqual(['roi']);
    await save(id, { name: 'Return on it', slug: '' });
    expect(await slugs()).toEqual(['return-on-it']);
  });

  it('keeps the input when the tag is missing or saving fails', async () => {
    const gone = await save(GONE, { name: 'Typed name', slug: 'typed' });
    expect(gone.status).toBe(404);
    const html = await gone.text();
    expect(visibleTextOf(html)).toContain('Failed to save tag. This tag no longer exists');
    expect(html).toContain('value="Typed name"');
    await withoutTable(site.db, 'audit_log', async () => {
      const failed = await create({ name: 'Unlucky' });
      expect(failed.status).toBe(500);
      const again = await failed.text();
      expect(visibleTextOf(again)).toContain('Failed to save tag. Please try again in a moment.');
      expect(again).toContain('value="Unlucky"');
    });
    expect(await slugs()).toEqual([]);
  });
});

describe('deleting a tag', () => {
  it('asks first, shows how many articles have it, and keeps them', async () => {
    const article = await addArticle(site.db, { slug: 'a-story', tags: ['roi', 'intake'] });
    const id = await idOf('roi');
    await site.get('/article/a-story');
    const text = await page(`/admin/tags?delete=${id}`);
    expect(text).toContain('Are you sure you want to delete this tag?');
    expect(text).toContain('roi will be removed from 1 article');
    expect((await remove(id)).status).toBe(303);
    expect(await page()).toContain('Tag deleted successfully');
    expect(await tagsOf(article)).toEqual(['intake']);
    expect(await site.text('/article/a-story')).not.toContain('/tag/roi');
    expect((await site.get('/tag/roi')).status).toBe(404);
    expect(await lastAudit()).toMatchObject({ event: 'tag_deleted', subject: 'roi' });
  });

  it('rejects an invalid id', async () => {
    const refused = await remove('nonsense');
    expect(refused.status).toBe(404);
  });

  it('reports a failure and keeps the tag', async () => {
    await create({ name: 'ROI' });
    await withoutTable(site.db, 'audit_log', async () => {
      const failed = await remove(await idOf('roi'));
      expect(failed.status).toBe(500);
      expect(visibleTextOf(await failed.text())).toContain('Failed to delete tag.');
    });
    expect(await slugs()).toEqual(['roi']);
  });
});

describe('merging tags', () => {
  it('moves each article once, keeps counts correct, and redirects every old address', async () => {
    const both = await addArticle(site.db, { slug: 'both', tags: ['ai', 'ai-tools'] });
    const one = await addArticle(site.db, { slug: 'one', tags: ['ai-tools', 'roi'] });
    const draft = await addArticle(site.db, { tags: ['machine'], status: 'draft' });
    await save(await idOf('machine'), { name: 'machines', slug: 'machines' });
    const into = await idOf('ai');
    const from = [await idOf('ai-tools'), await idOf('machines')];
    await site.get('/tag/ai');
    const answer = await merge([...from, into], into);
    expect(answer.status).toBe(303);
    expect(await page()).toContain('2 tags merged into ai');
    expect(await slugs()).toEqual(['ai', 'roi']);
    expect(await tagsOf(both)).toEqual(['ai']);
    expect(await tagsOf(one)).toEqual(['ai', 'roi']);
    expect(await tagsOf(draft)).toEqual(['ai']);
    const { rows } = await site.db.query('select slug, target_id from slug_history order by slug');
    expect(rows).toEqual(['ai-tools', 'machine', 'machines'].map((slug) => ({ slug, target_id: into })));
    expect(await page()).toMatch(/Delete ai3 articles/);
    const shown = visibleTextOf(await site.text('/tag/ai'));
    expect(shown).toContain('2 articles');
    expect(await lastAudit()).toMatchObject({ event: 'tags_merged', subject: 'ai' });
    const { rows: counted } = await site.db.query(
      "select total::integer from published_counts where kind = 'tag' and owner_id = $1",
      [into],
    );
    expect(counted).toEqual([{ total: 2 }]);
  });

  it('increments the version of the affected articles, so that open editors notice', async () => {
    const touched = await addArticle(site.db, { tags: ['old'] });
    const other = await addArticle(site.db, { tags: ['new'] });
    await merge([await idOf('old')], await idOf('new'));
    const { rows } = await site.db.query('select id, version from articles order by version');
    expect(rows).toEqual([
      { id: other, version: 1 },
      { id: touched, version: 2 },
    ]);
  });

  it('rejects incomplete selections and missing tags, and keeps the selection', async () => {
    await create({ name: 'One' });
    await create({ name: 'Two' });
    const [one = '', two = ''] = [await idOf('one'), await idOf('two')];
    const none = await merge([two], '');
    expect(none.status).toBe(422);
    const html = await none.text();
    expect(visibleTextOf(html)).toContain('Failed to merge tags. Choose the tag to keep');
    expect(html).toMatch(new RegExp(`value="${two}"[^>]*checked|checked[^>]*value="${two}"`));
    expect(visibleTextOf(await (await merge([one], one)).text())).toContain('Choose at least one other tag');
    expect((await merge([one], GONE)).status).toBe(404);
    expect((await merge([GONE], one)).status).toBe(404);
    expect(await slugs()).toEqual(['one', 'two']);
  });
});

describe('simultaneous changes', () => {
  /** Starts `change` while a save of an article with the tag has locked the article and not yet its tags. */
  async function changeDuringSave(tagId: string, articleId: string, change: () => Promise<Response>) {
    const form = await readFormFields(await admin.get(editPath(articleId)));
    return changeDuring(
      site.db,
      `select 1 from article_tags where tag_id = '${tagId}' for update`,
      async () => {
        const saving = postForm(admin, editPath(articleId), { ...form, title: 'Saved' });
        const waiting =
          'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';
        while ((await site.db.query(waiting)).rowCount === 0) await new Promise(setImmediate);
        return Promise.all([saving, change()]);
      },
      2,
    );
  }

  it.each(['merges', 'deletes'])('%s a tag while one of its articles is being saved', async (what) => {
    const articleId = await addArticle(site.db, { tags: ['old'] });
    await create({ name: 'new' });
    const [old, into] = [await idOf('old'), await idOf('new')];
    const answers = await changeDuringSave(old, articleId, () =>
      what === 'merges' ? merge([old], into) : remove(old),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await tagsOf(articleId)).toEqual(what === 'merges' ? ['new'] : []);
    expect((await site.logLines()).filter(({ event }) => event === 'database_retry')).toEqual([]);
  });

  it.each([
    ['repeats a change that PostgreSQL rolled back because of a deadlock', 3, 303],
    ['answers a deadlock that does not end with 409 and keeps the typed text', 99, 409],
  ])('%s', async (_, deadlocks, status) => {
    await site.db.query(`
      create sequence tries;
      create function meet() returns trigger language plpgsql as $$ begin
        if nextval('tries') <= ${deadlocks} then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return new;
      end $$;
      create trigger meet before insert on tags for each row execute function meet()`);
    try {
      const answer = await create({ name: 'Contested' });
      expect(answer.status).toBe(status);
      const html = await answer.text();
      if (status === 303) return expect(await slugs()).toEqual(['contested']);
      expect(visibleTextOf(html)).toContain('Someone else changed the same content at the same time');
      expect(visibleTextOf(html)).not.toContain('cannot reach its database');
      expect(html).toContain('value="Contested"');
    } finally {
      await site.db.query('drop trigger meet on tags; drop function meet; drop sequence tries');
    }
  });
});

describe('while the database is unavailable', () => {
  it('returns a form with everything that was typed', async () => {
    await site.withoutDatabase(async () => {
      for (const [answer, ...expected] of [
        [
          await create({ name: 'Typed', slug: 'kept' }),
          'Failed to save tag',
          'value="Typed"',
          'value="kept"',
        ],
        [await save(GONE, { name: 'Typed' }), 'Edit Tag', 'value="Typed"', `value="${GONE}"`],
        [await remove(GONE), 'Failed to delete tag', `value="${GONE}"`],
        [await merge([GONE], GONE), 'Failed to merge tags', `value="${GONE}"`],
      ] as [Response, ...string[]][]) {
        expect(answer.status).toBe(503);
        const html = await answer.text();
        for (const text of expected) expect(html).toContain(text);
      }
    });
  });
});

describe('a tag that someone else is editing', () => {
  it('is not overwritten without notice', async () => {
    await create({ name: 'Mine' });
    const id = await idOf('mine');
    const versionOf = async (answer: Response) =>
      /name="version" value="([^"]+)"/.exec(await answer.text())?.[1] ?? 'none';
    const version = await versionOf(await admin.get(`/admin/tags?edit=${id}`));
    expect((await save(id, { name: 'Theirs', slug: '', version })).status).toBe(303);
    const stale = await save(id, { name: 'Mine again', slug: '', version });
    expect(stale.status).toBe(409);
    const html = await stale.clone().text();
    expect(visibleTextOf(html)).toContain('Someone else changed this tag while you were editing');
    expect(html).toContain('value="Mine again"');
    expect(await slugs()).toEqual(['theirs']);
    expect((await lastAudit()).subject).toBe('Theirs');
    // A second rejection for another reason keeps the version that was shown.
    const seen = await versionOf(stale);
    expect(await versionOf(await save(id, { name: ' ', slug: '', version: seen }))).toBe(seen);
    expect((await save(id, { name: 'Mine again', slug: '', version: seen })).status).toBe(303);
    expect(await slugs()).toEqual(['mine-again']);
  });

  it('leaves no audit log entry when it is deleted during a save', async () => {
    await create({ name: 'Going' });
    const id = await idOf('going');
    const answer = await deleteDuring(site.db, 'tags', id, () => save(id, { name: 'Late', slug: '' }));
    expect(answer.status).toBe(404);
    expect((await lastAudit()).event).toBe('tag_created');
  });
});
