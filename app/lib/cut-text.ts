// Cutting without halving a character: half of one is no text, and the database refuses it.

/** `text.slice(start, end)`, less the half of a character that a cut may leave at either end. */
export function cutText(text: string, start: number, end?: number): string {
  return text.slice(start, end).replace(/\p{Surrogate}/gu, '');
}
