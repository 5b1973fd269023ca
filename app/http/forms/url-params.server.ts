// Parses parameters of URLs.
import { z } from 'zod';
import { NotFoundError } from '~/lib/errors';

/** @throws NotFoundError when the parameter is not a UUID */
export function idParam({ id }: Record<string, string | undefined>): string {
  const parsed = z.uuid().safeParse(id);
  if (!parsed.success) throw new NotFoundError('There is nothing at this address.');
  return parsed.data;
}

/** A whole number of at least 1 with up to 15 digits; null for anything else. */
export function numberParam(text: string | null | undefined): number | null {
  const number = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  return number > 0 ? number : null;
}
