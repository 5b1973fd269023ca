// Seeds the demo: images first, then all rows in one transaction. An interrupted seed leaves the database
// empty and can be repeated.
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { users } from '../schema/accounts';
import { articles } from '../schema/articles';
import { categories } from '../schema/categories';
import { markDemoRows } from './activity/mark-demo';
import { insertAds, insertCtas, storeCreatives } from './activity/seed-ads';
import { insertOperations } from './activity/seed-operations';
import { insertDemoLeads, insertIssues, insertMembers } from './activity/seed-readers';
import { insertReadership } from './activity/seed-readership';
import { insertAuditLog, insertWebhookCalls } from './activity/seed-records';
import { insertSearches } from './activity/seed-searches';
import { articleCovers, categoryCover } from './demo-covers';
import { insertPortraits, storePortraits } from './demo-portraits';
import { DEMO_CATEGORIES } from './demo-taxonomy';
import { insertTemplates } from './demo-templates';
import { type DemoArticle, readDemoArticles } from './demo-texts';
import {
  insertAccounts,
  insertArticles,
  insertNewsletter,
  insertPages,
  insertSeedMedia,
  type SeedDatabase,
} from './insert-demo';
import { type PutFile, type StoredCover, storeCovers } from './seed-images';

interface SeedDemoOrder {
  databaseUrl: string;
  putFile: PutFile;
  onProgress: (done: number, total: number, what: string) => void;
}

/**
 * True if there are no articles, categories or users.
 * @public dev/startup/seed-demo.ts imports it dynamically
 */
export async function isEmpty(databaseUrl: string): Promise<boolean> {
  return withDatabase(databaseUrl, holdsNothing);
}

/**
 * Fills an empty database. Does nothing if another process has filled it in the meantime.
 * @public like `isEmpty`
 */
export async function seedDemo({ databaseUrl, putFile, onProgress }: SeedDemoOrder): Promise<void> {
  const texts = readDemoArticles();
  const covers = [...DEMO_CATEGORIES.map(categoryCover), ...articleCovers(texts).values()];
  const stored = await storeCovers(covers, putFile, (count) => onProgress(count, covers.length, 'images'));
  await storeCreatives(putFile);
  await storePortraits(putFile);

  await withDatabase(databaseUrl, (db) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('seed demo'))`);
      if (!(await holdsNothing(tx))) return;
      await insertDemo(tx, texts, stored, new Date());
      await tx.execute(
        sql`analyze articles, article_tags, search_documents, search_vocabulary, categories, tags, authors, ads,
          ad_placements, ad_impressions, ad_events, ad_days, leads, newsletter_deliveries, search_counts,
          search_opens, page_views, reading_days, reading_totals, article_reading`,
      );
    }),
  );
}

/** Inserts all rows of the demo and marks them. Dates are relative to `now`. */
export async function insertDemo(
  db: SeedDatabase,
  texts: readonly DemoArticle[],
  stored: readonly StoredCover[],
  now: Date,
): Promise<void> {
  const { accounts, owners, staff } = await insertAccounts(db, now);
  await insertPages(db);
  await insertNewsletter(db);
  await insertSeedMedia(db, stored);
  await insertPortraits(db);
  const ids = await insertArticles(db, texts, { now, owners, staff });
  await insertTemplates(db, { now, accounts, ...ids });
  await insertAds(db, { now, ...ids });
  await insertCtas(db, { now, ...ids });
  await insertDemoLeads(db, now);
  await insertMembers(db, now);
  await insertIssues(db, texts, { now, ...ids });
  await insertReadership(db, now);
  await insertSearches(db, { now, ...ids });
  const facts = { now, accounts, ...ids };
  await insertOperations(db, facts);
  await insertWebhookCalls(db, facts);
  await insertAuditLog(db, facts);
  await markDemoRows(db);
}

async function withDatabase<T>(databaseUrl: string, work: (db: NodePgDatabase) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(drizzle(client));
  } finally {
    await client.end();
  }
}

async function holdsNothing(db: SeedDatabase): Promise<boolean> {
  const { rows } = await db.execute<{ empty: boolean }>(sql`select not exists (select from ${articles})
    and not exists (select from ${categories}) and not exists (select from ${users}) as empty`);
  return rows[0]?.empty === true;
}
