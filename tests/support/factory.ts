// Inserts rows for tests, with plausible defaults.
import { hashPassword } from 'db/seed/demo-accounts';
import pg from 'pg';

export const PASSWORD = 'a fine long password';

export interface ArticleFacts {
  title: string;
  slug: string;
  summary: string;
  content: string;
  author: string;
  /** Names in order. */
  coauthors: string[];
  status: 'published' | 'draft' | 'archived';
  category: string | null;
  tags: string[];
  isFeatured: boolean;
  isPopular: boolean;
  membersOnly: boolean;
  /** Hours before now. */
  age: number;
  imageUrl: string | null;
  readTime: number;
  deleted: boolean;
}

let articleCount = 0;

/** Inserts an article with its author, category and tags (by slug, created if missing). Returns its id. */
export async function addArticle(db: pg.Client, facts: Partial<ArticleFacts> = {}): Promise<string> {
  articleCount += 1;
  const slug = facts.slug ?? `article-number-${articleCount}`;
  const author = facts.author ?? 'Dana Whitfield';
  const age = `${facts.age ?? articleCount} hours`;
  const categoryId = facts.category ? await addCategory(db, facts.category) : null;
  const authorSlug = toAuthorSlug(author);
  const { rows } = await db.query(
    `with author as (
       insert into authors (name, slug) values ($4, $5) on conflict (name) do update set slug = excluded.slug returning id
     )
     insert into articles (title, slug, summary, author, author_id, content, status, category_id, is_featured,
       is_popular, publish_date, first_published_at, created_at, image_url, read_time, deleted_at,
       members_only)
     select $1, $2, $3, $4, author.id, $6, $7, $8, $9, $10, now() - $11::interval, now() - $11::interval,
       now() - $11::interval, $12, $13, $14, $15 from author returning id`,
    [
      facts.title ?? `Article number ${articleCount}`,
      slug,
      facts.summary ?? `What article ${articleCount} says in one sentence.`,
      author,
      authorSlug,
      facts.content ?? `<p>The body of article ${articleCount}.</p>`,
      facts.status ?? 'published',
      categoryId,
      facts.isFeatured ?? false,
      facts.isPopular ?? false,
      age,
      facts.imageUrl ?? null,
      facts.readTime ?? 5,
      facts.deleted ? new Date() : null,
      facts.membersOnly ?? false,
    ],
  );
  const id: string = rows[0].id;
  for (const [index, name] of (facts.coauthors ?? []).entries()) {
    await db.query(
      `with author as (
         insert into authors (name, slug) values ($1, $2) on conflict (name) do update set slug = excluded.slug returning id
       )
       insert into article_coauthors (article_id, author_id, position) select $3, author.id, $4 from author`,
      [name, toAuthorSlug(name), id, index + 1],
    );
  }
  for (const tag of facts.tags ?? []) {
    await db.query(
      `with tag as (insert into tags (name, slug) values ($1, $1) on conflict (slug) do update set name = excluded.name returning id)
       insert into article_tags (article_id, tag_id) select $2, tag.id from tag`,
      [tag, id],
    );
  }
  return id;
}

const toAuthorSlug = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, '-');

/** Inserts a category unless it exists and returns its id. The name defaults to the slug in title case. */
export async function addCategory(
  db: pg.Client,
  slug: string,
  name = toName(slug),
  description = '',
): Promise<string> {
  const { rows } = await db.query(
    `insert into categories (name, slug, description) values ($1, $2, $3)
     on conflict (slug) do update set slug = excluded.slug returning id`,
    [name, slug, description],
  );
  return rows[0].id;
}

function toName(slug: string): string {
  return slug.replace(
    /(^|-)([a-z])/g,
    (_, dash: string, initial: string) => (dash ? ' ' : '') + initial.toUpperCase(),
  );
}

const DEADLOCK = '40P01';
const withReferences = new Map<string, Promise<string[]>>();

/**
 * Deletes all rows of the tables (`a, b`) and of those that reference them, without running triggers. This
 * takes a tenth of the time of `truncate`, which creates new files for each table. Statements of the previous
 * test may still be running; if both deadlock, PostgreSQL cancels one. If it cancels this one, try again.
 */
export async function emptyTables(db: pg.Client, tables: string): Promise<void> {
  const all = withReferences.get(tables) ?? findReferencing(db, tables);
  withReferences.set(tables, all);
  const names = await all;
  try {
    await db.query(
      `begin; lock table ${names.join(', ')} in share row exclusive mode;
       set local session_replication_role = replica;
       ${names.map((name) => `delete from ${name}`).join('; ')}; commit`,
    );
  } catch (error) {
    await db.query('rollback');
    if ((error as pg.DatabaseError).code !== DEADLOCK) throw error;
    await emptyTables(db, tables);
  }
}

async function findReferencing(db: pg.Client, tables: string): Promise<string[]> {
  const { rows } = await db.query(
    `with recursive found(id) as (
       select trim(name)::regclass::oid from unnest(string_to_array($1, ',')) name
       union select conrelid from pg_constraint join found on confrelid = id where contype = 'f'
     ) select id::regclass::text as name from found`,
    [tables],
  );
  return rows.map(({ name }) => name);
}

/** Empties every content table. */
export async function emptyMagazine(db: pg.Client): Promise<void> {
  await emptyTables(
    db,
    `articles, article_tags, article_count_entries, published_count_entries, search_documents, search_vocabulary, related_terms, related_articles, related_choices, related_outdated, search_outdated, authors,
    categories, tags, leads, newsletter_issues, ads, ad_placements, search_counts, search_opens, search_callers, ad_impressions, ad_events, ad_beacons, ad_days, ad_views, ad_drops, pages, settings, generated_images, image_spending`,
  );
}

/** Deletes all accounts, rate limits and sent emails. */
export async function emptyAccounts(db: pg.Client): Promise<void> {
  await emptyTables(db, 'users, pending_sign_ups, auth_throttle, audit_log, outbox');
}

export interface AccountFacts {
  email: string;
  password: string;
  fullName: string;
  role: 'admin' | 'editor' | 'sales' | 'audience' | 'author' | null;
  verified: boolean;
}

/** Matches `PASSWORD_COST` of the sites under test, so that a sign-in takes milliseconds. */
const LOW_COST = { N: 2 ** 10, r: 8, p: 1 };
const hashes = new Map<string, Promise<string>>();

/** Inserts a user with a profile. Returns the id. */
export async function addAccount(db: pg.Client, facts: Partial<AccountFacts> = {}): Promise<string> {
  const { email = 'ann@example.com', password = PASSWORD, fullName = 'Ann Reader', role = null } = facts;
  const hash = hashes.get(password) ?? hashPassword(password, LOW_COST);
  hashes.set(password, hash);
  const verifiedAt = facts.verified === false ? null : new Date();
  const { rows } = await db.query(
    `with account as (insert into users (email, password_hash, email_verified_at) values ($1, $2, $3) returning id)
     insert into profiles (user_id, full_name, role) select id, $4, $5 from account returning user_id as id`,
    [email, await hash, verifiedAt, fullName, role],
  );
  return rows[0].id;
}

/** Deletes a row while a form about it is being saved: after it was read and before it is written. */
export function deleteDuring<T>(
  db: pg.Client,
  table: string,
  id: string,
  save: () => Promise<T>,
): Promise<T> {
  return changeDuring(db, `delete from ${table} where id = ${pg.escapeLiteral(id)}`, save);
}

/**
 * Runs `change` in a transaction and commits it once `act` waits for its locks. @param waiters number of
 * connections that must be waiting, directly or for one another
 */
export async function changeDuring<T>(
  db: pg.Client,
  change: string,
  act: () => Promise<T>,
  waiters = 1,
): Promise<T> {
  await db.query('begin');
  try {
    await db.query(change);
    const acting = act();
    const waiting = `
      with recursive waiting(pid) as (
        select pg_backend_pid()
        union select l.pid from pg_locks l join waiting w on w.pid = any(pg_blocking_pids(l.pid)) where not l.granted
      ) select pid from waiting where pid <> pg_backend_pid()`;
    while (((await db.query(waiting)).rowCount ?? 0) < waiters) await new Promise(setImmediate);
    await db.query('commit');
    return await acting;
  } catch (error) {
    await db.query('rollback');
    throw error;
  }
}

/** Runs `act` while the table is missing: an error other than an unavailable database. */
export async function withoutTable<T>(db: pg.Client, table: string, act: () => Promise<T>): Promise<T> {
  await db.query(`alter table ${table} rename to missing_table`);
  try {
    return await act();
  } finally {
    await db.query(`alter table missing_table rename to ${table}`);
  }
}
