// SQL for submitting changed paths to search engines.
import { indexNowPaths } from 'db/schema/index-now';
import { and, gt, inArray, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';

type Build = Database['build'];

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

/** Claims the paths that wait longest, so that no other consumer submits them. */
export function claimPaths(build: Build, limit: number) {
  return build.execute<ClaimedPath>(sql`
    update ${indexNowPaths} set tries = tries + 1, claimed_until = now() + make_interval(secs => ${LEASE_SECONDS}::int)
    where path in (select path from ${indexNowPaths} where ${isDue} order by noted_at limit ${limit}::int for update skip locked)
    returning path, noted_at::text as "notedAt", tries`);
}

/** Deletes submitted paths, unless they have changed again since they were claimed. */
export function deletePaths(build: Build, paths: readonly ClaimedPath[]) {
  const claimed = JSON.stringify(paths.map(({ path, notedAt }) => ({ path, noted_at: notedAt })));
  return build.execute(sql`
    delete from ${indexNowPaths} p
    using jsonb_to_recordset(${claimed}::jsonb) as c (path text, noted_at timestamptz)
    where p.path = c.path and p.noted_at = c.noted_at`);
}

/** Keeps failed paths until their next attempt, and drops those that failed more often than there are delays. */
export function postponePaths(build: Build, paths: readonly ClaimedPath[], delays: readonly number[]) {
  const isFailed = inArray(
    indexNowPaths.path,
    paths.map(({ path }) => path),
  );
  const delay = sql`(${`{${delays.join(',')}}`}::int[])[${indexNowPaths.tries}]`;
  return [
    build.delete(indexNowPaths).where(and(isFailed, gt(indexNowPaths.tries, delays.length))),
    build
      .update(indexNowPaths)
      .set({ claimedUntil: sql`now() + make_interval(secs => ${delay})` })
      .where(isFailed),
  ];
}
