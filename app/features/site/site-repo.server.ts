// SQL for the site layout. One statement, because it runs for every page.
import { reusable } from 'db/reusable';
import { sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

const FOOTER_TAGS = 12;

/** `total`: the published articles of a category or tag, as text. */
interface SiteLink extends Record<string, unknown> {
  kind: 'category' | 'tag' | 'page';
  slug: string;
  name: string;
  total: string | null;
}

/** The links of header and footer: `site_links` in db/functions/counters.sql. */
export const selectSiteLinks = reusable((build: Build) =>
  build.execute<SiteLink>(sql`select kind, slug, name, total from site_links(${FOOTER_TAGS})`),
);
