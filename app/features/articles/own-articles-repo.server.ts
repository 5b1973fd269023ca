// SQL for article ownership.
import { articles } from 'db/schema/articles';
import { eq } from 'drizzle-orm';
import type { Build } from '~/platform/context';

export function selectOwnership(build: Build, id: string) {
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
