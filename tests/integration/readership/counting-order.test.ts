// Events that are counted in any order, and concurrent counts: the second waits for the first and sees what it counted.
import pg from 'pg';
import { beforeEach, describe, expect, vi } from 'vitest';
import { addArticle, emptyMagazine } from '../../support/factory';
import { READERSHIP_TABLES, recount } from '../../support/readership';
import { siteTest } from '../../support/site/site-test';

const { it, site } = siteTest();
const VIEW = '00000000-0000-4000-8000-000000000001';
const COUNT = 'select count_reading(1000)';

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty(READERSHIP_TABLES);
  await addArticle(site.db, { slug: 'a-story', author: 'Sam Ode' });
  await addArticle(site.db, { slug: 'another', author: 'Dana Whitfield' });
});

const storeView = (id = VIEW) =>
  site.db.query(
    `insert into reading_beacons (view_id, kind, data)
     select $1, 'view', jsonb_build_object('page', 'article', 'article', id, 'sourceKind', 'direct', 'source', '',
       'device', 'phone', 'country', 'US', 'reader', 'someone') from articles where slug = 'a-story'`,
    [id],
  );

const storeProgress = (seconds: number, quarter: number) =>
  site.db.query("insert into reading_beacons (view_id, kind, data) values ($1, 'progress', $2)", [
    VIEW,
    JSON.stringify({ seconds, quarter, outcomes: [['share', '']] }),
  ]);

/** One view with one reader and one share, and totals that equal the log. */
async function expectOneView(seconds: number, quarter: number): Promise<void> {
  const { rows: log } = await site.db.query('select engaged_seconds, quarter from page_views');
  expect(log).toEqual([{ engaged_seconds: seconds, quarter }]);
  const { rows } = await site.db.query(
    'select views, readers, shares, engaged_seconds::int as seconds from reading_days',
  );
  expect(rows).toEqual([{ views: 1, readers: 1, shares: 1, seconds }]);
  await expectTotalsOfLog();
}

async function expectTotalsOfLog(): Promise<void> {
  for (const { name, totals, log } of await recount(site.db)) expect(totals, name).toEqual(log);
}

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(site.databaseUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Counts the stored events, and runs a statement before that transaction ends. */
const whileCounting = (statement: string, before = async () => {}) =>
  withClient((first) =>
    withClient(async (second) => {
      await first.query(`begin; ${COUNT}`);
      await before();
      let isOver = false;
      const running = second.query(statement).finally(() => {
        isOver = true;
      });
      await vi.waitFor(
        async () => {
          const { rows } = await site.db.query(
            `select from pg_locks l join pg_stat_activity a using (pid) where a.datname = current_database() and not l.granted`,
          );
          expect(isOver || rows.length > 0).toBe(true);
        },
        { timeout: 50_000, interval: 20 },
      );
      await first.query('commit');
      await running;
    }),
  );

describe('events of a view', () => {
  it('count once if less progress and the view itself arrive again later', async () => {
    for (const store of [
      storeView,
      () => storeProgress(45, 4),
      () => storeProgress(15, 1),
      storeView,
      () => storeProgress(30, 2),
    ]) {
      await store();
      await site.db.query(COUNT);
    }
    await expectOneView(45, 4);
  });

  it('count once if all are counted together', async () => {
    await storeProgress(15, 1);
    await storeProgress(45, 4);
    await storeView();
    await storeView();
    await storeProgress(30, 2);
    await site.db.query(COUNT);
    await expectOneView(45, 4);
  });

  it('are ignored if the view itself is missing', async () => {
    await storeProgress(45, 4);
    const { rows } = await site.db.query('select counted from count_reading(1000)');
    expect(rows).toEqual([{ counted: 0 }]);
    for (const table of ['page_views', 'reading_outcomes', 'reading_days', 'reading_totals'])
      expect((await site.db.query(`select from ${table}`)).rowCount, table).toBe(0);
  });
});

it('counts the reader of several views once, together or one after the other', async () => {
  const number = (n: number) => VIEW.replace(/1$/, String(n));
  for (const n of [1, 2]) await storeView(number(n));
  await site.db.query(COUNT);
  await storeView(number(3));
  await site.db.query(COUNT);
  for (const table of ['reading_hours', 'reading_days', 'reading_totals']) {
    const { rows } = await site.db.query(
      `select sum(views)::int as views, sum(readers)::int as readers from ${table}`,
    );
    expect(rows, table).toEqual([{ views: 3, readers: 1 }]);
  }
});

describe('during a count', () => {
  it('another count waits, so it finds the view and the reader that are being counted', async () => {
    await storeView();
    await whileCounting(COUNT, async () => {
      await storeProgress(45, 4);
    });
    await expectOneView(45, 4);
  });

  it('the sums of the last days wait, so nothing is missing in them', async () => {
    await storeView();
    await site.db.query(COUNT);
    await site.db.query('update article_reading set as_of = as_of - 1');
    await storeView('00000000-0000-4000-8000-000000000002');
    await whileCounting('select roll_reading(1000)');
    const { rows } = await site.db.query('select views_7 from article_reading where views > 0');
    expect(rows).toEqual([{ views_7: 2 }]);
    await expectTotalsOfLog();
  });

  it('a merge of authors waits, so no total remains with the former one', async () => {
    const { rows } = await site.db.query("select id from authors order by name = 'Sam Ode' desc");
    const [merged, kept] = rows.map(({ id }) => id);
    await storeView();
    await whileCounting(`update articles set author_id = '${kept}' where author_id = '${merged}';
      select move_author_reading('${merged}', '${kept}')`);
    const { rows: totals } = await site.db.query(
      "select name, views from reading_groups where kind = 'author'",
    );
    expect(totals).toEqual([{ name: kept, views: 1 }]);
    await expectTotalsOfLog();
  });
});
