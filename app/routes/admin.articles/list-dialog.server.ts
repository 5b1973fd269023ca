// Reads which dialog of the article list a URL opens: `?delete=ID`, `?erase=ID`, or for several articles
// `?bulk=category&id=…&id=…`.
import { z } from 'zod';
import { NotFoundError } from '~/lib/errors';

export interface ListDialog {
  kind: 'delete' | 'erase' | 'category';
  /** One row, or all selected articles. */
  of: 'one' | 'many';
  ids: string[];
}

const KINDS = ['delete', 'erase', 'category'] as const;
const MAX_IDS = 500;

/** @throws NotFoundError for an invalid id */
export function readListDialog({ searchParams }: URL): ListDialog | null {
  for (const kind of ['delete', 'erase'] as const) {
    const id = searchParams.get(kind);
    if (id !== null) return { kind, of: 'one', ids: toIds([id]) };
  }
  const kind = KINDS.find((name) => name === searchParams.get('bulk'));
  return kind ? { kind, of: 'many', ids: toIds(searchParams.getAll('id')) } : null;
}

function toIds(texts: string[]): string[] {
  const ids = z.array(z.uuid()).max(MAX_IDS).safeParse(texts);
  if (!ids.success) throw new NotFoundError('This page doesn’t exist.');
  return [...new Set(ids.data.map((id) => id.toLowerCase()))];
}
