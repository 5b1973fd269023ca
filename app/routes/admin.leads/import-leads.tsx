// Choosing a CSV file, and what its rows mean that do not say it.
import { Form } from '@remix-run/react';
import type { RefusedForm } from '~/http/form-answer.server';
import { FormField, SelectField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import { typedText } from '../admin/typed-text';

export function ImportLeads({ refused, closeTo }: { refused: RefusedForm | null; closeTo: string }) {
  return (
    <ModalDialog title="Import CSV" closeTo={closeTo}>
      <Form className="form" method="post" encType="multipart/form-data" preventScrollReset>
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value="import" />
        <p>
          The first line names the columns: Email, and if you like Source, Status and Date. A file from Export
          CSV can be brought back as it is.
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
          label="Rows without a status are"
          name="status"
          defaultValue={typedText(refused, 'status') || 'pending'}
          hint="Confirmed people get the newsletter. Choose it only if they have agreed to that."
        >
          <option value="pending">Pending</option>
          <option value="confirmed">Confirmed</option>
          <option value="unsubscribed">Unsubscribed</option>
        </SelectField>
        <p className="dialog__note">Whoever is a lead already stays as they are.</p>
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent="import" pending="Importing...">
            Import
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}
