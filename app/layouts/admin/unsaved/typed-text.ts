// The submitted values of a refused form.
import type { RefusedForm } from '~/http/forms/refuse-form.server';

/** A field's submitted text; undefined without a refusal, or when it is not a text. */
export function typedText(refused: RefusedForm | null, field: string): string | undefined {
  const value = refused?.typed[field];
  return typeof value === 'string' ? value : undefined;
}
