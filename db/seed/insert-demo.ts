// The demo's rows: accounts, pages, categories, tags, authors and articles, for an empty database.
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { toSlug } from '../../app/lib/slug';
import { profiles, users } from '../schema/accounts';
import { articles, authors } from '../schema/articles';
import { categories } from '../schema/categories';
import { media } from '../schema/media';
import { pages, settings } from '../schema/site';
import { articleTags, tags } from '../schema/tags';
import { DEMO_ACCOUNTS, hashPassword } from './demo-accounts';
import { articleCovers, categoryCover } from './demo-covers';
import { DEMO_CATEGORIES, DEMO_TAGS } from './demo-taxonomy';
import { type DemoArticle, readDemoPages } from './demo-texts';
import { publicationTime } from './publication-time';
import { type Cover, describeCover, pictureAddress, type StoredCover } from './seed-pictures';

export type Database = Pick<NodePgDatabase, 'execute' | 'insert'>;

/** Gives the ids of the authors' accounts by name. */
export async function insertAccounts(db: Database, now: Date): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  for (const { email, password, fullName, role } of DEMO_ACCOUNTS) {
    const passwordHash = await hashPassword(password);
    const inserted = await db.insert(users).values({ email, passwordHash, emailVerifiedAt: now }).returning();
    await db.insert(profiles).values(inserted.map(({ id }) => ({ userId: id, fullName, role })));
    if (role === 'author') for (const { id } of inserted) owners.set(fullName, id);
  }
  return owners;
}

export async function insertPages(db: Database): Promise<void> {
  await db.insert(pages).values(readDemoPages());
}

/** Who sends the newsletter: without it nothing would leave on Tuesdays. */
export async function insertNewsletter(db: Database): Promise<void> {
  await db.insert(settings).values({
    key: 'newsletter',
    value: {
      senderName: 'Law Firm Academy',
      senderAddress: 'letter@example.com',
      postalAddress: '100 Example Street\nNew York, NY 10001',
    },
  });
}

/** The pictures that were stored, as the library lists them. */
export async function insertMedia(db: Database, covers: readonly StoredCover[]): Promise<void> {
  await db.insert(media).values(
    covers.map(({ key, title, categorySlug, bytes, width, height, contentType }) => ({
      ...{ key, bytes, width, height, contentType },
      name: `${toSlug(title)}.jpg`,
      alt: describeCover(categorySlug),
    })),
  );
}

interface DemoFacts {
  /** The moment that `daysAgo` counts back from. */
  now: Date;
  /** Accounts of authors, by name. */
  owners: ReadonlyMap<string, string>;
}

/** Categories, tags and authors with them. */
export async function insertArticles(
  db: Database,
  texts: readonly DemoArticle[],
  { now, owners }: DemoFacts,
): Promise<void> {
  const categoryIds = idBySlug(
    await db.insert(categories).values(DEMO_CATEGORIES.map(categoryRow)).returning(),
  );
  const tagIds = idBySlug(await db.insert(tags).values(DEMO_TAGS).returning());
  const authorNames = [...new Set(texts.map(({ author }) => author))];
  const authorRows = authorNames.map((name) => ({ name, slug: toSlug(name) }));
  const authorIds = idBySlug(await db.insert(authors).values(authorRows).returning());

  const covers = articleCovers(texts);
  const articleRows = texts.map((text) => ({
    ...articleRow(text, publicationTime(text.slug, text.daysAgo, now)),
    ...pictureOf(covers.get(text.slug)),
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
}

function categoryRow(category: (typeof DEMO_CATEGORIES)[number]): typeof categories.$inferInsert {
  return { ...category, imageUrl: pictureAddress(categoryCover(category).key) };
}

function articleRow(text: DemoArticle, at: Date): typeof articles.$inferInsert {
  const { slug, title, summary, content, status, author, readTime } = text;
  return {
    ...{ slug, title, summary, content, status, author, readTime },
    isFeatured: text.featured,
    isPopular: text.popular,
    publishDate: at,
    // What is archived was public once; a draft never was.
    firstPublishedAt: status === 'draft' ? null : at,
    createdAt: at,
    updatedAt: at,
  };
}

function pictureOf(cover: Cover | undefined): { imageUrl: string | null; imageAlt: string } {
  if (!cover) return { imageUrl: null, imageAlt: '' };
  return { imageUrl: pictureAddress(cover.key), imageAlt: describeCover(cover.categorySlug) };
}

function idBySlug(rows: readonly { id: string; slug: string }[]): (slug: string) => string {
  const ids = new Map(rows.map(({ id, slug }) => [slug, id]));
  return (slug) => {
    const id = ids.get(slug);
    if (!id) throw new Error(`${slug} is named by an article but was not inserted.`);
    return id;
  };
}
