// SQL for the page views that came from the links of an issue. Reads only totals.
import { newsletterIssues } from 'db/schema/newsletter';
import { readingGroups } from 'db/schema/readership';
import { sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { LinkReadership } from './issue-readership';

/**
 * Figures by link. The names of these sources are `newsletter`, a tab, the issue's day, and for links in the
 * email a slash with the number from 1 (`issueLink` in features/readership/tracking/visit-source.ts). The
 * operators use the index on names in any collation; `0` is the character after the slash.
 */
export function selectIssueReadership(build: Build, issueId: string) {
  return build.execute<Record<string, unknown> & LinkReadership>(sql`
    with issue as materialized (
      select concat('newsletter', chr(9), i.issue_date) as name from ${newsletterIssues} i where i.id = ${issueId}::uuid
    )
    select substring(g.name from '/([0-9]{1,3})$')::int - 1 as link, sum(g.views)::float8 as views,
      sum(g.engaged_seconds)::float8 as "engagedSeconds", sum(g.sign_ups)::float8 as "signUps"
    from ${readingGroups} g
    where g.kind = 'source' and g.name ~>=~ (select name from issue) and g.name ~<~ (select name || '0' from issue)
    group by 1`);
}
