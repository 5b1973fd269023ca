// Ids in addresses.
import { z } from 'zod';
import { NotFoundError } from '~/lib/errors';

/** @throws NotFoundError for what cannot be an id */
export function idParam(params: Record<string, string | undefined>, name = 'id'): string {
  const parsed = z.uuid().safeParse(params[name]);
  if (!parsed.success) throw new NotFoundError('There is nothing at this address.');
  return parsed.data;
}
