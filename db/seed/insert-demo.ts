// Inserts the demo's rows into an empty database: accounts, pages, categories, tags, authors and articles.
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { describeCover } from '../../app/features/image-generation/image-alt';
import { toSlug } from '../../app/lib/slug';
import { profiles, users } from '../schema/accounts';
import { articles, authors } from '../schema/articles';
import { categories } from '../schema/categories';
import { media } from '../schema/media';
import { pages, settings } from '../schema/site';
import { articleTags, tags } from '../schema/tags';
import { DEMO_ACCOUNTS, hashPassword } from './demo-accounts';
import { articleCovers, categoryCover } from './demo-covers';
import { profileOf } from './demo-portraits';
import { DEMO_CATEGORIES, DEMO_TAGS } from './demo-taxonomy';
import { type DemoArticle, readDemoPages } from './demo-texts';
import { publicationTime } from './publication-time';
import { type Cover, imageAddress, type StoredCover } from './seed-images';

export type SeedDatabase = Pick<NodePgDatabase, 'execute' | 'insert' | 'update'>;

interface Accounts {
  /** Account ids by email address. */
  accounts: Map<string, string>;
  /** Accounts of authors by name; they own the articles under it. */
  owners: Map<string, string>;
  /** Account ids of staff by name. */
  staff: Map<string, string>;
}

export async function insertAccounts(db: SeedDatabase, now: Date): Promise<Accounts> {
  const owners = new Map<string, string>();
  const accounts = new Map<string, string>();
  const staff = new Map<string, string>();
  const hashes = await Promise.all(DEMO_ACCOUNTS.map(({ password }) => hashPassword(password)));
  for (const [index, { email, fullName, role }] of DEMO_ACCOUNTS.entries()) {
    const passwordHash = hashes[index];
    const inserted = await db.insert(users).values({ email, passwordHash, emailVerifiedAt: now }).returning();
    await db.insert(profiles).values(inserted.map(({ id }) => ({ userId: id, fullName, role })));
    for (const { id } of inserted) {
      accounts.set(email, id);
      if (role === 'author') owners.set(fullName, id);
      if (role) staff.set(fullName, id);
    }
  }
  return { accounts, owners, staff };
}

export async function insertPages(db: SeedDatabase): Promise<void> {
  await db.insert(pages).values(readDemoPages());
}

export const NEWSLETTER_SENDER = {
  senderName: 'Law Firm Academy',
  senderAddress: 'newsletter@example.com',
  postalAddress: '100 Example Street\nNew York, NY 10001',
};

/** Sets the newsletter's sender and postal address. Without them no issue can be sent. */
export async function insertNewsletter(db: SeedDatabase): Promise<void> {
  await db.insert(settings).values({ key: 'newsletter', value: NEWSLETTER_SENDER });
}

/** Adds the stored images to the media library. */
export async function insertSeedMedia(db: SeedDatabase, covers: readonly StoredCover[]): Promise<void> {
  await db.insert(media).values(
    covers.map(({ key, title, categorySlug, bytes, width, height, contentType }) => ({
      ...{ key, bytes, width, height, contentType },
      name: `${toSlug(title)}.jpg`,
      alt: describeCover(categorySlug),
    })),
  );
}

interface DemoFacts {
  /** `daysAgo` counts back from this time. */
  now: Date;
  owners: ReadonlyMap<string, string>;
  staff: ReadonlyMap<string, string>;
}

/** Looks up inserted rows by slug. @throws if there is none */
export interface InsertedIds {
  articleId: (slug: string) => string;
  categoryId: (slug: string) => string;
}

/** Inserts categories, tags and authors too. */
export async function insertArticles(
  db: SeedDatabase,
  texts: readonly DemoArticle[],
  { now, owners, staff }: DemoFacts,
): Promise<InsertedIds> {
  const categoryIds = idBySlug(
    await db.insert(categories).values(DEMO_CATEGORIES.map(categoryRow)).returning(),
  );
  const tagIds = idBySlug(await db.insert(tags).values(DEMO_TAGS).returning());
  const authorNames = [...new Set(texts.map(({ author }) => author))];
  const authorRows = authorNames.map((name) => ({
    name,
    slug: toSlug(name),
    ...profileOf(name),
    userId: staff.get(name) ?? null,
    updatedAt: now,
  }));
  const authorIds = idBySlug(await db.insert(authors).values(authorRows).returning());

  const covers = articleCovers(texts);
  const articleRows = texts.map((text) => ({
    ...articleRow(text, publicationTime(text.slug, text.daysAgo, now)),
    ...imageOf(covers.get(text.slug)),
    authorId: authorIds(toSlug(text.author)),
    ownerId: owners.get(text.author) ?? null,
    categoryId: categoryIds(text.category),
  }));
  const articleIds = idBySlug(await db.insert(articles).values(articleRows).returning());
  await db
    .insert(articleTags)
    .values(
      texts.flatMap((text) =>
        text.tags.map((tag) => ({ articleId: articleIds(text.slug), tagId: tagIds(tag) })),
      ),
    );
  return { articleId: articleIds, categoryId: categoryIds };
}

function categoryRow(category: (typeof DEMO_CATEGORIES)[number]): typeof categories.$inferInsert {
  return { ...category, imageUrl: imageAddress(categoryCover(category).key) };
}

function articleRow(text: DemoArticle, at: Date): typeof articles.$inferInsert {
  const { slug, title, summary, content, status, author, readTime } = text;
  return {
    ...{ slug, title, summary, content, status, author, readTime },
    isFeatured: text.featured,
    isPopular: text.popular,
    membersOnly: text.membersOnly,
    publishDate: at,
    // An archived article was public once; a draft never was.
    firstPublishedAt: status === 'draft' ? null : at,
    createdAt: at,
    updatedAt: at,
  };
}

function imageOf(cover: Cover | undefined): { imageUrl: string | null; imageAlt: string } {
  if (!cover) return { imageUrl: null, imageAlt: '' };
  return { imageUrl: imageAddress(cover.key), imageAlt: describeCover(cover.categorySlug) };
}

function idBySlug(rows: readonly { id: string; slug: string }[]): (slug: string) => string {
  const ids = new Map(rows.map(({ id, slug }) => [slug, id]));
  return (slug) => {
    const id = ids.get(slug);
    if (!id) throw new Error(`${slug} is referenced by an article but was not inserted.`);
    return id;
  };
}
