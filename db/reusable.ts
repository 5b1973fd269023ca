// Statements that are printed once and asked again and again with other values: printing one costs a page more than
// sending it.
import { sql as drizzleSql, fillPlaceholders, type Placeholder } from 'drizzle-orm';
import type { RunnableQuery } from 'drizzle-orm/runnable-query';

/** What drizzle's sessions make of a statement before they send it. */
interface PreparedStatement {
  getQuery(): { sql: string; params: unknown[] };
  isResponseInArrayMode(): boolean;
  mapResult(response: unknown, isFromBatch?: boolean): unknown;
}

interface Preparable {
  _prepare(): PreparedStatement;
}

/** Stands for each value that a statement is given later. */
export type Places<Values> = { [Name in keyof Values]: Placeholder<Name & string, Values[Name]> };

const places = new Proxy({}, { get: (_, name) => drizzleSql.placeholder(String(name)) });

/**
 * A statement that leaves places for its values: built and printed at its first use with a `build`, and only filled in
 * after that. For what readers' pages ask; rare statements are fine as they are.
 */
export function reusable<Build extends object, T, Values extends object = Record<never, never>>(
  make: (build: Build, place: Places<Values>) => RunnableQuery<T, 'pg'>,
): (build: Build, values: Values) => RunnableQuery<T, 'pg'> {
  const printed = new WeakMap<Build, PreparedStatement>();
  return (build, values) => {
    let prepared = printed.get(build);
    if (!prepared) {
      prepared = (make(build, places as Places<Values>) as unknown as Preparable)._prepare();
      printed.set(build, prepared);
    }
    return fill(prepared, values as Record<string, unknown>) as unknown as RunnableQuery<T, 'pg'>;
  };
}

function fill(prepared: PreparedStatement, values: Record<string, unknown>): Preparable {
  const { sql, params } = prepared.getQuery();
  const filled: PreparedStatement = {
    getQuery: () => ({ sql, params: fillPlaceholders(params, values) }),
    isResponseInArrayMode: () => prepared.isResponseInArrayMode(),
    mapResult: (response, isFromBatch) => prepared.mapResult(response, isFromBatch),
  };
  return { _prepare: () => filled };
}
