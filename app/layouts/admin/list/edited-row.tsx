// Hidden fields of a dialog's form: the intent, the row's id and the version that the edit started from.
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { typedText } from '../unsaved/typed-text';
import { useFormVersion } from '../unsaved/use-form-version';

interface EditedRowProps {
  kind: 'new' | 'edit';
  /** Null for a new row, and for one that was deleted; the refused form then has the id. */
  row: { id: string; version: string } | null;
  refused: RefusedForm | null;
}

/** The form's `intent`. */
export const intentOf = (kind: 'new' | 'edit') => (kind === 'new' ? 'create' : 'save');

export function EditedRow({ kind, row, refused }: EditedRowProps) {
  const version = useFormVersion(row, refused);
  return (
    <>
      <input type="hidden" name="intent" value={intentOf(kind)} />
      {kind === 'edit' && <input type="hidden" name="id" value={row?.id ?? typedText(refused, 'id')} />}
      <input type="hidden" name="version" value={version} />
    </>
  );
}
