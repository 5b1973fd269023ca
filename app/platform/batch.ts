// Batches of statements that are written and read by name.
import type { Statement } from './context';

/** Statements by name. A list has any number of statements and returns a list of results. */
export type Batch = Readonly<Record<string, Statement<unknown> | readonly Statement<unknown>[]>>;

export type BatchResults<B extends Batch> = {
  [Name in keyof B]: B[Name] extends Statement<infer R>
    ? R
    : B[Name] extends readonly Statement<infer R>[]
      ? R[]
      : never;
};
