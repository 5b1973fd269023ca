// The hidden part of a dialog's form: what is to be done, with which row, and the state that the typing started from.
import type { RefusedForm } from '~/http/form-answer.server';
import { typedText } from './typed-text';
import { useDrawnStamp } from './use-drawn-stamp';

interface EditedRowProps {
  kind: 'new' | 'edit';
  /** Null for a new one, and for one that is gone: then the refused form still names it. */
  row: { id: string; stamp: string } | null;
  refused: RefusedForm | null;
}

/** What the form's `intent` says. */
export const intentOf = (kind: 'new' | 'edit') => (kind === 'new' ? 'create' : 'save');

export function EditedRow({ kind, row, refused }: EditedRowProps) {
  const stamp = useDrawnStamp(row, refused);
  return (
    <>
      <input type="hidden" name="intent" value={intentOf(kind)} />
      {kind === 'edit' && <input type="hidden" name="id" value={row?.id ?? typedText(refused, 'id')} />}
      <input type="hidden" name="stamp" value={stamp} />
    </>
  );
}
