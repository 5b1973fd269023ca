import { and, type SQL } from 'drizzle-orm';

/** `and` for conditions that are all given, so that the result is never undefined. */
export function allOf(first: SQL, ...others: (SQL | undefined)[]): SQL {
  return and(first, ...others) ?? first;
}
