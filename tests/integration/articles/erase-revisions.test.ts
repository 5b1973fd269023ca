// Permanently deleting articles with their revisions.
import { beforeEach, expect } from 'vitest';
import { addArticle, changeDuring, emptyMagazine } from '../../support/factory';
import { adminTest } from '../../support/site/site-test';

const { it, site, admin } = adminTest();
beforeEach(() => emptyMagazine(site.db));

async function addHistory(deleted: boolean, versions: number): Promise<string> {
  const id = await addArticle(site.db, { status: 'draft', deleted });
  await site.db.query(
    `insert into article_revisions (article_id, version, cause, snapshot)
    select $1, n, 'editor', '{}' from generate_series(2, $2::int) n`,
    [id, versions],
  );
  return id;
}

const listArticles = async () =>
  (await site.db.query('select id from articles')).rows.map(({ id }: { id: string }) => id);
const erase = async (id: string) => (await admin.post('/admin/articles', { intent: 'erase', id })).status;

it.each(['by a person', 'after 30 days'])('works for thousands of revisions, %s', async (how) => {
  const id = await addHistory(true, 2_600);
  await site.db.query("update articles set deleted_at = now() - interval '31 days'");
  // In place of the statement timeout, so that the test does not depend on the machine's speed.
  await site.db.query(`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from gone) > 500 then raise exception 'too many' using errcode = '57014'; end if;
      return null;
    end $$;
    create trigger refuse_many after delete on article_revisions referencing old table as gone
      for each statement execute function refuse_many()`);
  try {
    if (how === 'by a person') expect(await erase(id)).toBe(303);
    else await site.runCron();
    expect(await listArticles()).toEqual([]);
  } finally {
    await site.db.query('drop trigger refuse_many on article_revisions; drop function refuse_many');
  }
});

it('keeps the revisions of articles that are not in the Trash', async () => {
  const id = await addHistory(false, 20);
  expect(await erase(id)).toBe(404);
  const { rows } = await site.db.query('select version from article_revisions where article_id = $1', [id]);
  expect(rows.length).toBeGreaterThanOrEqual(19);
  expect(await listArticles()).toEqual([id]);
});

it('keeps the history of an article that someone else restores at the same moment', async () => {
  const id = await addHistory(true, 20);
  const restore = `update articles set deleted_at = null where id = '${id}'`;
  expect(await changeDuring(site.db, restore, () => erase(id))).toBe(404);
  const { rows } = await site.db.query('select version from article_revisions where article_id = $1', [id]);
  expect(rows.length).toBeGreaterThanOrEqual(19);
});
