// Statements that are built once per isolate and then only filled with values. Building one costs a page more
// CPU than sending it.
import { sql as drizzleSql, fillPlaceholders, type Placeholder } from 'drizzle-orm';
import type { RunnableQuery } from 'drizzle-orm/runnable-query';

/** The part of drizzle's internal prepared query that is needed here. */
interface PreparedStatement {
  getQuery(): { sql: string; params: unknown[] };
  isResponseInArrayMode(): boolean;
  mapResult(response: unknown, isFromBatch?: boolean): unknown;
}

interface Preparable {
  _prepare(): PreparedStatement;
}

/** A placeholder for each value that the statement receives later. */
export type Places<Values> = { [Name in keyof Values]: Placeholder<Name & string, Values[Name]> };

const places = new Proxy({}, { get: (_, name) => drizzleSql.placeholder(String(name)) });

/**
 * Returns a function that builds the statement on the first call for each `build` and only fills in `values`
 * afterwards. Use it for statements of public pages; for rare ones it saves nothing.
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
