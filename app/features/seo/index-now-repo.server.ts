// SQL for submitting changed paths to search engines.
import { indexNowPaths } from 'db/schema/index-now';
import { sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

/** Longer than a submission may take. */
const LEASE_SECONDS = 120;

const isDue = sql`coalesce(${indexNowPaths.claimedUntil} < now(), true)`;

export function selectIsAnyDue(build: Build) {
  return build.execute<{ due: boolean }>(
    sql`select exists (select 1 from ${indexNowPaths} where ${isDue}) as due`,
  );
}

/** A path and the time that identifies this change of it. */
export type ClaimedPath = { path: string; notedAt: string; tries: number };

/** Claims the oldest due paths, so that no other consumer submits them. */
export function claimPaths(build: Build, limit: number) {
  return build.execute<ClaimedPath>(sql`
    update ${indexNowPaths} set tries = tries + 1, claimed_until = now() + make_interval(secs => ${LEASE_SECONDS}::int)
    where path in (select path from ${indexNowPaths} where ${isDue} order by noted_at limit ${limit}::int for update skip locked)
    returning path, noted_at::text as "notedAt", tries`);
}

/** The claimed paths that have not changed again since, as `p`. */
function stillClaimed(paths: readonly ClaimedPath[]) {
  const claimed = JSON.stringify(paths.map(({ path, notedAt }) => ({ path, noted_at: notedAt })));
  return sql`jsonb_to_recordset(${claimed}::jsonb) as c (path text, noted_at timestamptz)
    where p.path = c.path and p.noted_at = c.noted_at`;
}

/** Deletes submitted paths, unless they have changed again since they were claimed. */
export function deletePaths(build: Build, paths: readonly ClaimedPath[]) {
  return build.execute(sql`delete from ${indexNowPaths} p using ${stillClaimed(paths)}`);
}

/** Schedules the next attempt for failed paths. Deletes paths that have used up all delays. */
export function postponePaths(build: Build, paths: readonly ClaimedPath[], delays: readonly number[]) {
  return [
    deletePaths(
      build,
      paths.filter(({ tries }) => tries > delays.length),
    ),
    build.execute(sql`
      update ${indexNowPaths} p
      set claimed_until = now() + make_interval(secs => (${`{${delays.join(',')}}`}::int[])[p.tries])
      from ${stillClaimed(paths)}`),
  ];
}
