// The confirmation dialog before a deletion, for all admin pages (specification, section 5).
import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { capitalize } from '~/lib/text';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import { typedText } from '../unsaved/typed-text';

interface DeleteDialogProps {
  /** For example `tag`; used in the title, the question and the button. */
  noun: string;
  /** The row's id; undefined when only the refused form has it, during an outage. */
  id: string | undefined;
  /** Shown instead when the row does not exist. */
  gone?: string;
  refused: RefusedForm | null;
  closeTo: string;
  /** Hidden fields besides `intent` and `id`. */
  fields?: Record<string, string>;
  /** Explains what else is deleted and what stays. */
  children: ReactNode;
}

export function DeleteDialog(props: DeleteDialogProps) {
  const { noun, id, gone, refused, closeTo, fields = {}, children } = props;
  const title = deleteTitle(noun);
  if (gone && !id && !refused) return <GoneDialog title={title} text={gone} closeTo={closeTo} />;
  return (
    <ModalDialog title={title} closeTo={closeTo}>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="id" value={id ?? typedText(refused, 'id')} />
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p>Are you sure you want to delete this {noun}?</p>
        {children}
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent="delete" pending="Deleting..." className="button button--danger">
            {title}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}

export const deleteTitle = (noun: string) => `Delete ${capitalize(noun)}`;

/** Replaces a dialog whose row no longer exists. */
export function GoneDialog({ title, text, closeTo }: { title: string; text: string; closeTo: string }) {
  return (
    <ModalDialog title={title} closeTo={closeTo}>
      <p>{text}</p>
    </ModalDialog>
  );
}
