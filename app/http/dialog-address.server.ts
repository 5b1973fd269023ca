// Dialogs are addresses (`?new`, `?edit=ID`, `?delete=ID`), and their forms name what they are about.
import { z } from 'zod';
import { NotFoundError } from '~/lib/errors';
import type { PostedForm } from './read-form.server';

export interface OpenDialog<Kind extends string> {
  kind: Kind;
  /** Of what it is about; null where it is about nothing that exists. */
  id: string | null;
}

/**
 * Which dialog an address opens, or null.
 * @param kinds what the page knows, and whether it is about one thing
 * @throws NotFoundError for an id that is none
 */
export function readDialog<Kind extends string>(
  url: URL,
  kinds: Record<Kind, 'of one' | 'of none'>,
): OpenDialog<Kind> | null {
  for (const kind of Object.keys(kinds) as Kind[]) {
    const value = url.searchParams.get(kind);
    if (value === null) continue;
    if (kinds[kind] === 'of none') return { kind, id: null };
    return { kind, id: toId(value) };
  }
  return null;
}

/**
 * The id in a form's field.
 * @throws NotFoundError for what is no id
 */
export function idOf(form: PostedForm, field = 'id'): string {
  return toId(form.text(field));
}

function toId(text: string): string {
  if (!z.uuid().safeParse(text).success) throw new NotFoundError('There is nothing at this address.');
  return text.toLowerCase();
}
