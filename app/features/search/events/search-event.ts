// What browsers report about searches, and which queries are counted.
import { z } from 'zod';

/** Longer queries are not counted. */
export const MAX_COUNTED_LENGTH = 100;

/** Body of a search event. `total` is missing if this search was already reported, `opened` if no result was opened. */
export const SearchEvent = z
  .object({
    query: z.string().max(200),
    total: z.int().min(0).max(1_000_000).optional(),
    /** The slug of the article that was opened. */
    opened: z.string().min(1).max(200).optional(),
  })
  .refine(({ total, opened }) => total !== undefined || opened !== undefined, 'There is nothing to count.');
export type SearchEvent = z.infer<typeof SearchEvent>;

/**
 * An email address, or a number as long as a phone, account or case number, even with spaces and dashes
 * between the digits.
 */
const PERSONAL = /@|\d{6}|\b\d{3}[ .-]\d{4}\b|\d(?:[ ().+/-]{0,3}\d){8}/;

/** Whether a query may be stored: not too long, and nothing in it looks like personal data. */
export function isCountable(query: string): boolean {
  const plain = query.normalize('NFKC');
  return plain.trim().length <= MAX_COUNTED_LENGTH && !plain.includes('\0') && !PERSONAL.test(plain);
}
