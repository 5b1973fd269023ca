// The counts on every page stay correct under concurrent writes.
import pg from 'pg';
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, emptyMagazine } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';

const { it, site } = siteTest();

beforeEach(() => emptyMagazine(site.db));

async function expectCorrectCounts(): Promise<void> {
  const wrong = await site.db.query(`
    select * from (select status, category_id, total from article_counts where total <> 0) stored
    full join (select case when deleted_at is null then status else 'trash' end as status, category_id, count(*) as total
      from articles group by 1, 2) counted
    on stored.status = counted.status and stored.category_id is not distinct from counted.category_id
    where stored.total is distinct from counted.total`);
  expect(wrong.rows).toEqual([]);
  const wrongTags = await site.db.query(`
    select * from (select owner_id, total from published_counts where kind = 'tag' and total <> 0) stored
    full join (select tag_id, count(*) as total from article_tags t join articles a on a.id = t.article_id
      where a.status = 'published' and a.deleted_at is null group by 1) counted on stored.owner_id = counted.tag_id
    where stored.total is distinct from counted.total`);
  expect(wrongTags.rows).toEqual([]);
  const wrongAuthors = await site.db.query(`
    select * from (select owner_id, total from published_counts where kind = 'author' and total <> 0) stored
    full join (select p.author_id, count(*) as total from articles a
      join (select id, author_id from articles union all select article_id, author_id from article_coauthors) p using (id)
      where a.status = 'published' and a.deleted_at is null group by 1) counted on stored.owner_id = counted.author_id
    where stored.total is distinct from counted.total`);
  expect(wrongAuthors.rows).toEqual([]);
}

async function withClients(count: number, work: (client: pg.Client, index: number) => Promise<void>) {
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const client = new pg.Client(site.databaseUrl);
      await client.connect();
      try {
        await work(client, index);
      } finally {
        await client.end();
      }
    }),
  );
}

describe('the counters', () => {
  it('follow every kind of change', async () => {
    const ids = [];
    for (let i = 0; i < 6; i++)
      ids.push(
        await addArticle(site.db, {
          category: 'tools',
          tags: ['roi', 'scaling'],
          coauthors: ['Ann Lee', 'Bo Hill'],
        }),
      );
    await site.db.query(`update articles set status = 'draft' where id = $1`, [ids[0]]);
    await site.db.query('update articles set deleted_at = now() where id = $1', [ids[1]]);
    await site.db.query('delete from articles where id = $1', [ids[2]]);
    await site.db.query('update articles set category_id = null where id = $1', [ids[3]]);
    await site.db.query(`delete from article_tags where article_id = $1`, [ids[4]]);
    await site.db.query(`delete from article_coauthors where article_id = $1 and position = 1`, [ids[4]]);
    await site.db.query(
      `update articles set author_id = (select id from authors where name = 'Ann Lee') where id = $1`,
      [ids[5]],
    );
    await expectCorrectCounts();
    const merged = `update article_tags set tag_id = (select id from tags where slug = 'roi')
      where tag_id = (select id from tags where slug = 'scaling') and article_id not in
        (select article_id from article_tags where tag_id = (select id from tags where slug = 'roi'))`;
    await site.db.query(
      `delete from article_tags where article_id = $1 and tag_id = (select id from tags where slug = 'roi')`,
      [ids[5]],
    );
    await site.db.query(merged);
    await expectCorrectCounts();
    await site.db.query(`delete from categories where slug = 'tools'`);
    await expectCorrectCounts();
    await site.db.query('select recount_articles()');
    await expectCorrectCounts();
  });

  it('stay correct when an article is published while someone tags it', async () => {
    const id = await addArticle(site.db, { status: 'draft', tags: ['roi'] });
    await site.db.query(`insert into tags (name, slug) values ('late', 'late')`);
    await withClients(1, async (other) => {
      await site.db.query('begin');
      await site.db.query(`update articles set status = 'published' where id = $1`, [id]);
      const tagging = other.query(`insert into article_tags select $1, id from tags where slug = 'late'`, [
        id,
      ]);
      await site.db.query('commit');
      await tagging;
    });
    await expectCorrectCounts();
  });

  it('stay correct and avoid deadlocks when 20 editors save 20 articles simultaneously', async () => {
    const tags = ['a', 'b', 'c', 'd', 'e'];
    const ids: string[] = [];
    for (let i = 0; i < 20; i++)
      ids.push(await addArticle(site.db, { category: `c-${i % 4}`, tags: [...tags] }));
    await withClients(20, async (client, index) => {
      for (let round = 0; round < 15; round++) {
        await client.query('begin');
        const status = (index + round) % 3 === 0 ? 'draft' : 'published';
        await client.query(
          `update articles set status = $2, category_id = (select id from categories where slug = $3) where id = $1`,
          [ids[index], status, `c-${(index * 7 + round) % 4}`],
        );
        await client.query('delete from article_tags where article_id = $1', [ids[index]]);
        await client.query('insert into article_tags select $1, id from tags where slug = any($2)', [
          ids[index],
          tags.filter((_, i) => (i + index + round) % 2 === 0),
        ]);
        await client.query('commit');
      }
    });
    await expectCorrectCounts();
    const { rows } = await site.db.query('select count(*)::int as entries from article_count_entries');
    expect(rows[0].entries).toBeLessThan(300);
  });
});
