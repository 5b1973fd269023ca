// SQL for the daily spending cap.
import { imageSpending } from 'db/schema/images';
import { eq, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

/**
 * Adds the price to the day's total and returns a row if it fits under the cap; otherwise returns none.
 * Concurrent calls wait for each other on the row lock.
 */
export function reserveSpending(build: Build, day: string, price: number, cap: number) {
  return build.execute<{ spent: string }>(sql`
    insert into ${imageSpending} as today (day, spent)
    select ${day}::date, ${price}::bigint where ${price}::bigint <= ${cap}::bigint
    on conflict (day) do update set spent = today.spent + excluded.spent where today.spent + excluded.spent <= ${cap}::bigint
    returning spent`);
}

export function refundSpending(build: Build, day: string, price: number) {
  return build
    .update(imageSpending)
    .set({ spent: sql`greatest(0, ${imageSpending.spent} - ${price})` })
    .where(eq(imageSpending.day, day));
}

/** Totals of the UTC day of `now` and its neighbors: the caller's time zone decides which one is today. */
export function selectSpentAround(build: Build, now: Date) {
  const day = sql`(${now.toISOString()}::timestamptz at time zone 'UTC')::date`;
  return build
    .select({ day: imageSpending.day, spent: imageSpending.spent })
    .from(imageSpending)
    .where(sql`${imageSpending.day} between ${day} - 1 and ${day} + 1`);
}
