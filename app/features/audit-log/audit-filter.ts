// The audit log's filter from the query string. Invalid values are ignored.
import { z } from 'zod';
import { toSearchText } from '~/lib/text';
import { ALL_EVENTS, PERIODS } from './audit-view';

const CURSOR = /^(\d{10,17})-(\d{1,18})$/;

/** A position in the log: microseconds since 1970, and the entry's id. */
const Cursor = z
  .string()
  .regex(CURSOR)
  .transform((text) => {
    const [, micros = '', id = ''] = CURSOR.exec(text) ?? [];
    return { micros, id };
  })
  .nullable()
  .catch(null);
export type AuditCursor = NonNullable<z.infer<typeof Cursor>>;

export const AuditFilter = z.object({
  /** Part of a subject. */
  q: z.string().transform(toSearchText).catch('').default(''),
  event: z
    .string()
    .regex(/^[a-z_]{1,60}$/)
    .catch('')
    .default(''),
  person: z.uuid().nullable().catch(null).default(null),
  period: z
    .enum(PERIODS.map(({ value }) => value))
    .catch('')
    .default(''),
  before: Cursor.default(null),
  after: Cursor.default(null),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export function isFiltered({ q, event, person, period }: AuditFilter): boolean {
  return q !== '' || (event !== '' && event !== ALL_EVENTS) || person !== null || period !== '';
}
