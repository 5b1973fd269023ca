// Validates input with a schema.
import { z } from 'zod';
import { InvalidError } from './errors';
import { isKeyOf } from './properties';

/** @throws InvalidError with the reason for each field; its message is the first reason */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ field: String(path[0] ?? ''), message }));
  throw new InvalidError(issues[0]?.message ?? 'The form is not complete.', issues);
}

/** A checkbox of a form, or a stored boolean. An unchecked one is not sent. */
export const Checkbox = z.preprocess((value) => value === true || value === 'on', z.boolean());

/** The fields of stored settings that the schema knows and accepts. */
export function acceptedFields(schema: z.ZodObject, stored: object): Record<string, unknown> {
  const { shape } = schema;
  return Object.fromEntries(
    Object.entries(stored).filter(
      ([name, value]) => isKeyOf(shape, name) && z.safeParse(shape[name], value).success,
    ),
  );
}
