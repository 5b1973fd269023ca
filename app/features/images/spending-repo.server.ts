// The SQL of the daily spending cap.
import { imageSpending } from 'db/schema/images';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';

type Build = Database['build'];

/** One row when the price fits under the cap, and it is counted from then on; none when it does not. Parallel ones wait. */
export function reserve(build: Build, day: string, price: number, cap: number) {
  return build.execute<{ spent: string }>(sql`
    insert into ${imageSpending} as today (day, spent)
    select ${day}::date, ${price}::bigint where ${price}::bigint <= ${cap}::bigint
    on conflict (day) do update set spent = today.spent + excluded.spent where today.spent + excluded.spent <= ${cap}::bigint
    returning spent`);
}

export function giveBack(build: Build, day: string, price: number) {
  return build
    .update(imageSpending)
    .set({ spent: sql`greatest(0, ${imageSpending.spent} - ${price})` })
    .where(eq(imageSpending.day, day));
}

/** Of the days around a moment: which of them is today, the time zone decides. */
export function selectSpentAround(build: Build, now: Date) {
  const day = sql`(${now.toISOString()}::timestamptz at time zone 'UTC')::date`;
  return build
    .select({ day: imageSpending.day, spent: imageSpending.spent })
    .from(imageSpending)
    .where(sql`${imageSpending.day} between ${day} - 1 and ${day} + 1`);
}
