// The dialog that creates or edits a row, for all admin lists. It works without JavaScript.
import { Form, useNavigation } from '@remix-run/react';
import { type ReactNode, useRef } from 'react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import { useWaitForUploads } from '~/ui/use-wait-for-uploads';
import { SaveButton } from '../unsaved/editor-header';
import { typedText } from '../unsaved/typed-text';
import { useFormVersion } from '../unsaved/use-form-version';
import { GoneDialog } from './delete-dialog';

interface EditedRow {
  kind: 'new' | 'edit';
  /** Null for a new row, and for one that was deleted; the refused form then has the id. */
  row: { id: string; version: string } | null;
  /** While the database is unavailable, only this form identifies the row. */
  refused: RefusedForm | null;
}

interface EditDialogProps extends EditedRow {
  title: string;
  closeTo: string;
  /** Shown instead of the form when the row to edit does not exist. */
  gone: string;
  /** The label of the button, for example `Save Tag`. */
  save: string;
  wide?: boolean;
  /** The server validates the fields and has its own messages. */
  noValidate?: boolean;
  /** The form waits for images that are still uploading. */
  hasUploads?: boolean;
  /** Below the form. */
  footer?: ReactNode;
  children: ReactNode;
}

export function EditDialog(props: EditDialogProps) {
  const { kind, row, refused, title, closeTo, gone, save } = props;
  const { wide = false, noValidate = false, hasUploads = false } = props;
  const form = useRef<HTMLFormElement>(null);
  const { isWaiting, onSubmit } = useWaitForUploads(form);
  const isSaving = useNavigation().formMethod === 'POST';
  if (kind === 'edit' && !row && !refused) return <GoneDialog title={title} text={gone} closeTo={closeTo} />;
  return (
    <ModalDialog title={title} closeTo={closeTo} wide={wide}>
      <Form
        className="form"
        method="post"
        encType={hasUploads ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}
        noValidate={noValidate}
        preventScrollReset
        ref={form}
        onSubmit={onSubmit}
      >
        <FormRefusal refused={refused} />
        <HiddenFields kind={kind} row={row} refused={refused} />
        {props.children}
        <DialogFoot closeTo={closeTo}>
          {hasUploads ? (
            <SaveButton label={save} isSaving={isSaving} isWaiting={isWaiting} />
          ) : (
            <SubmitButton intent={intentOf(kind)} pending="Saving...">
              {save}
            </SubmitButton>
          )}
        </DialogFoot>
      </Form>
      {props.footer}
    </ModalDialog>
  );
}

/** The form's `intent`. */
export const intentOf = (kind: 'new' | 'edit') => (kind === 'new' ? 'create' : 'save');

/** The intent, the row's id, and the version that the edit started from. */
function HiddenFields({ kind, row, refused }: EditedRow) {
  const version = useFormVersion(row, refused);
  return (
    <>
      <input type="hidden" name="intent" value={intentOf(kind)} />
      {kind === 'edit' && <input type="hidden" name="id" value={row?.id ?? typedText(refused, 'id')} />}
      <input type="hidden" name="version" value={version} />
    </>
  );
}
