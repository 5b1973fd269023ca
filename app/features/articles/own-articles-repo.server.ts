// SQL for article ownership.
import { articles } from 'db/schema/articles';
import { eq } from 'drizzle-orm';
import type { Database } from '~/platform/context';

export function selectOwnership(build: Database['build'], id: string) {
  return build
    .select({
      ownerId: articles.ownerId,
      status: articles.status,
      publishAt: articles.publishAt,
      firstPublishedAt: articles.firstPublishedAt,
    })
    .from(articles)
    .where(eq(articles.id, id));
}
