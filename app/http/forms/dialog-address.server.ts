// Dialogs are query parameters (`?new`, `?edit=ID`, `?delete=ID`); their forms post the id of the row.

import { z } from 'zod';
import { NotFoundError } from '~/lib/errors';
import { keysOf } from '~/lib/properties';
import type { PostedForm } from './read-form.server';

export interface OpenDialog<Kind extends string> {
  kind: Kind;
  /** The id of the row; null for a dialog without one. */
  id: string | null;
}

/** The dialogs of a list whose rows are created, edited and deleted in dialogs. */
export const ROW_DIALOGS = { new: 'without id', edit: 'with id', delete: 'with id' } as const;

/**
 * The dialog that a URL opens, or null.
 * @param kinds the page's dialogs, and whether each is about a row
 * @throws NotFoundError for an invalid id
 */
export function readDialog<Kind extends string>(
  url: URL,
  kinds: Record<Kind, 'with id' | 'without id'>,
): OpenDialog<Kind> | null {
  for (const kind of keysOf(kinds)) {
    const value = url.searchParams.get(kind);
    if (value === null) continue;
    if (kinds[kind] === 'without id') return { kind, id: null };
    return { kind, id: toId(value) };
  }
  return null;
}

/**
 * The id in a form's field.
 * @throws NotFoundError for an invalid id
 */
export function idOf(form: PostedForm, field = 'id'): string {
  return toId(form.text(field));
}

function toId(text: string): string {
  if (!z.uuid().safeParse(text).success) throw new NotFoundError('There is nothing at this address.');
  return text.toLowerCase();
}
