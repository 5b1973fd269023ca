// The question before a lead goes for good.
import type { RefusedForm } from '~/http/form-answer.server';
import { DeleteDialog, deleteTitle, GoneDialog } from '../admin/delete-dialog';

interface DeleteLeadProps {
  id: string | null;
  /** Null when there is no such lead any more. */
  email: string | null;
  refused: RefusedForm | null;
  closeTo: string;
}

export function DeleteLead({ id, email, refused, closeTo }: DeleteLeadProps) {
  if (email === null && !refused)
    return (
      <GoneDialog
        title={deleteTitle('lead')}
        text="There is no such lead any more. Somebody deleted it."
        closeTo={closeTo}
      />
    );
  return (
    <DeleteDialog noun="lead" id={id ?? undefined} refused={refused} closeTo={closeTo}>
      {email && (
        <p className="dialog__note">
          <strong>{email}</strong> and everything kept about this address go for good. Nobody can undo this.
        </p>
      )}
    </DeleteDialog>
  );
}
