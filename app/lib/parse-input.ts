// Validates input with a schema.
import type { z } from 'zod';
import { InvalidError } from './errors';

/** @throws InvalidError with the reason for each field; its message is the first reason */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ field: String(path[0] ?? ''), message }));
  throw new InvalidError(issues[0]?.message ?? 'The form is not complete.', issues);
}
