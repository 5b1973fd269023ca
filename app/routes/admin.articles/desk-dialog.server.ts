// Which dialog of the article list an address opens: `?delete=ID`, `?erase=ID`, or for many `?bulk=category&id=…&id=…`.
import { z } from 'zod';
import { NotFoundError } from '~/lib/errors';

export interface DeskDialog {
  kind: 'delete' | 'erase' | 'category';
  /** A row's own action, or one on all that are ticked. */
  of: 'one' | 'many';
  ids: string[];
}

const KINDS = ['delete', 'erase', 'category'] as const;
const MOST = 500;

/** @throws NotFoundError for an id that is none */
export function readDeskDialog({ searchParams }: URL): DeskDialog | null {
  for (const kind of ['delete', 'erase'] as const) {
    const id = searchParams.get(kind);
    if (id !== null) return { kind, of: 'one', ids: toIds([id]) };
  }
  const kind = KINDS.find((name) => name === searchParams.get('bulk'));
  return kind ? { kind, of: 'many', ids: toIds(searchParams.getAll('id')) } : null;
}

function toIds(texts: string[]): string[] {
  const ids = z.array(z.uuid()).max(MOST).safeParse(texts);
  if (!ids.success) throw new NotFoundError('There is nothing at this address.');
  return [...new Set(ids.data.map((id) => id.toLowerCase()))];
}
