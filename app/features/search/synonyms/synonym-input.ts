// Validates the form of a synonym group, and filters groups. The database normalizes the terms.
import { z } from 'zod';
import { withoutBlanks } from '~/lib/text';

export const MAX_TERMS = 20;
export const MAX_TERM_LENGTH = 60;

/** A group as the admin lists it. */
export interface SynonymGroup {
  id: string;
  terms: string[];
  /** Changes with the terms; used to detect conflicting edits. */
  version: string;
}

const COUNT = `Enter 2 to ${MAX_TERMS} terms, separated by commas or line breaks`;

/** `terms` is a text with commas or line breaks between the terms; blank terms are skipped. */
export const SynonymInput = z.object({
  terms: z.preprocess(
    (typed) => (typeof typed === 'string' ? withoutBlanks(typed.split(/[\n,]/)) : []),
    z
      .array(z.string().max(MAX_TERM_LENGTH, `Each term can have up to ${MAX_TERM_LENGTH} characters`))
      .min(2, COUNT)
      .max(MAX_TERMS, COUNT),
  ),
});

/** The groups with a term that contains the text. Groups are in lower case and without accents. */
export function findSynonyms<Group extends { terms: string[] }>(
  groups: readonly Group[],
  text: string,
): Group[] {
  const wanted = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ');
  return groups.filter(({ terms }) => terms.some((term) => term.includes(wanted)));
}
