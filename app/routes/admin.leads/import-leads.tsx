// The dialog that imports leads from a CSV file.
import { Form } from '@remix-run/react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { FormField, SelectField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';

export function ImportLeads({ refused, closeTo }: { refused: RefusedForm | null; closeTo: string }) {
  return (
    <ModalDialog title="Import CSV" closeTo={closeTo}>
      <Form className="form" method="post" encType="multipart/form-data" preventScrollReset>
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value="import" />
        <p>
          The first row must contain column names: Email is required; Source, Status and Date are optional.
          Files from Export CSV work without changes.
        </p>
        <FormField
          label="CSV file"
          name="file"
          type="file"
          accept=".csv,text/csv,text/plain"
          required
          hint="At most 100,000 rows and 16 MB."
          error={refused?.issues.file}
        />
        <SelectField
          label="Status for rows without one"
          name="status"
          defaultValue={typedText(refused, 'status') || 'pending'}
          hint="Confirmed subscribers get the newsletter. Choose Confirmed only if they agreed to receive it."
        >
          <option value="pending">Pending</option>
          <option value="confirmed">Confirmed</option>
          <option value="unsubscribed">Unsubscribed</option>
        </SelectField>
        <p className="dialog__note">Existing leads are not changed.</p>
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent="import" pending="Importing...">
            {' '}
            Import Leads{' '}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}
