// The SQL of standing pages.
import { pages } from 'db/schema/site';
import { eq } from 'drizzle-orm';
import type { Database } from '~/platform/context';

export function selectPage(build: Database['build'], slug: string) {
  return build
    .select({ title: pages.title, summary: pages.summary, html: pages.content })
    .from(pages)
    .where(eq(pages.slug, slug));
}
