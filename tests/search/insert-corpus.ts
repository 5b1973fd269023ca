// Inserts the corpus into an empty, migrated database.
import { readDemoArticles } from 'db/seed/demo-texts';
import { insertArticles } from 'db/seed/insert-demo';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { toSlug } from '~/lib/slug';
import { writeMagazine } from './magazine';

export async function insertCorpus(client: pg.Client): Promise<void> {
  await insertArticles(drizzle(client), readDemoArticles(), {
    now: new Date(),
    owners: new Map(),
    staff: new Map(),
  });
  const magazine = writeMagazine();
  const names = [...new Set(magazine.map(({ author }) => author))];
  await client.query('insert into authors (name, slug) select * from unnest($1::text[], $2::text[])', [
    names,
    names.map(toSlug),
  ]);
  await client.query(
    `with article as (select * from jsonb_to_recordset($1) as a (slug text, title text, summary text, content text, author text,
       category text, tags text[], "daysAgo" int, "isPopular" bool)),
     inserted as (
       insert into articles (slug, title, summary, content, author, author_id, category_id, is_popular, status, publish_date,
         first_published_at, created_at)
       select article.slug, title, summary, content, author, authors.id, categories.id, "isPopular", 'published', at, at, at
       from article join authors on authors.name = author join categories on categories.slug = category,
         lateral (select now() - "daysAgo" * interval '1 day' as at) published
       returning id, slug)
     insert into article_tags (article_id, tag_id)
     select inserted.id, tags.id from inserted join article using (slug) join tags on tags.slug = any (article.tags)`,
    [JSON.stringify(magazine)],
  );
  await client.query('analyze');
}
