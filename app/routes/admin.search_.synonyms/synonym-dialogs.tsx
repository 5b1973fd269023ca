// Dialogs to create, edit and delete a synonym group. They work without JavaScript.
import { Form } from '@remix-run/react';
import { MAX_TERM_LENGTH, MAX_TERMS, type SynonymGroup } from '~/features/search/synonyms/synonym-input';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { DeleteDialog, GoneDialog } from '~/layouts/admin/list/delete-dialog';
import { EditedRow, intentOf } from '~/layouts/admin/list/edited-row';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { TextareaField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';

interface DialogProps {
  /** Null for a new group and for one that does not exist. */
  group: SynonymGroup | null;
  refused: RefusedForm | null;
  closeTo: string;
  /** The page's search text, kept for the way back. */
  query: string;
}

const GONE = 'This synonym group no longer exists. Someone may have deleted it.';
/** Room for all terms and their line breaks. */
const MAX_LENGTH = MAX_TERMS * (MAX_TERM_LENGTH + 2);

interface EditSynonymsProps extends DialogProps {
  kind: 'new' | 'edit';
  /** The first term of a new group. */
  from: string;
}

export function EditSynonyms({ kind, group, from, refused, closeTo, query }: EditSynonymsProps) {
  const title = kind === 'new' ? 'Add Synonyms' : 'Edit Synonyms';
  if (kind === 'edit' && !group && !refused)
    return <GoneDialog title={title} text={GONE} closeTo={closeTo} />;
  return (
    <ModalDialog title={title} closeTo={closeTo}>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={refused} />
        <EditedRow kind={kind} row={group} refused={refused} />
        <input type="hidden" name="q" value={query} />
        <TextareaField
          label="Terms"
          name="terms"
          required
          rows={6}
          maxLength={MAX_LENGTH}
          autoComplete="off"
          placeholder={'pi\npersonal injury'}
          defaultValue={typedText(refused, 'terms') ?? group?.terms.join('\n') ?? (from && `${from}\n`)}
          hint={`One per line, 2 to ${MAX_TERMS} terms. Case, accents and punctuation make no difference.`}
          error={refused?.issues.terms}
        />
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent={intentOf(kind)} pending="Saving...">
            Save Synonyms
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}

export function DeleteSynonyms({ group, refused, closeTo, query }: DialogProps) {
  if (!group && !refused) return <GoneDialog title="Delete Group" text={GONE} closeTo={closeTo} />;
  return (
    <DeleteDialog noun="group" id={group?.id} refused={refused} closeTo={closeTo} fields={{ q: query }}>
      {group && (
        <p className="dialog__note">
          A search for one of these terms will no longer find the others:{' '}
          <strong>{group.terms.join(', ')}</strong>.
        </p>
      )}
    </DeleteDialog>
  );
}
