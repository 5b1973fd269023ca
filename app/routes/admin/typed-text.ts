// What a refused form gives back, field by field.
import type { RefusedForm } from '~/http/form-answer.server';

/** A field's text; undefined when nothing was refused, or it was no text. */
export function typedText(refused: RefusedForm | null, field: string): string | undefined {
  const value = refused?.typed[field];
  return typeof value === 'string' ? value : undefined;
}
