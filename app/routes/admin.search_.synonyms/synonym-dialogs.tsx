// Dialogs to create, edit and delete a synonym group. They work without JavaScript.
import { MAX_TERM_LENGTH, MAX_TERMS, type SynonymGroup } from '~/features/search/synonyms/synonym-input';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { DeleteDialog } from '~/layouts/admin/list/delete-dialog';
import { EditDialog } from '~/layouts/admin/list/edit-dialog';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { TextareaField } from '~/ui/form-field';

interface DialogProps {
  /** Null for a new group and for one that does not exist. */
  group: SynonymGroup | null;
  refused: RefusedForm | null;
  closeTo: string;
  /** The page's search text, kept for the way back. */
  query: string;
}

const GONE = 'This synonym group no longer exists. Someone may have deleted it.';
/** Room for all terms with a comma or line break and a space after each. */
const MAX_LENGTH = MAX_TERMS * (MAX_TERM_LENGTH + 2);

interface EditSynonymsProps extends DialogProps {
  kind: 'new' | 'edit';
  /** The first term of a new group. */
  from: string;
}

export function EditSynonyms({ group, from, query, ...dialog }: EditSynonymsProps) {
  const { kind, refused } = dialog;
  const title = kind === 'new' ? 'Add Synonyms' : 'Edit Synonyms';
  return (
    <EditDialog {...dialog} row={group} title={title} gone={GONE} save="Save Synonyms">
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
        hint={`2 to ${MAX_TERMS} terms, separated by commas or line breaks. Case, accents and punctuation make no difference.`}
        error={refused?.issues.terms}
      />
    </EditDialog>
  );
}

export function DeleteSynonyms({ group, refused, closeTo, query }: DialogProps) {
  return (
    <DeleteDialog
      noun="group"
      id={group?.id}
      gone={GONE}
      refused={refused}
      closeTo={closeTo}
      fields={{ q: query }}
    >
      {group && (
        <p className="dialog__note">
          A search for one of these terms will no longer find the others:{' '}
          <strong>{group.terms.join(', ')}</strong>.
        </p>
      )}
    </DeleteDialog>
  );
}
