// Dialogs to save an article as a template, and to rename and delete a template. They work without JavaScript.
import { TEMPLATE_NAME_LIMIT } from '~/features/articles/templates/template';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { DeleteDialog } from '~/layouts/admin/list/delete-dialog';
import { EditDialog } from '~/layouts/admin/list/edit-dialog';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { FormField } from '~/ui/form-field';

export interface ShownTemplate {
  id: string;
  name: string;
  madeBy: string | null;
  createdAt: string;
  version: string;
  /** Whether the viewer may rename and delete it. */
  mayChange: boolean;
}

interface DialogProps {
  /** Null for a new template and for one that does not exist. */
  template: ShownTemplate | null;
  refused: RefusedForm | null;
  closeTo: string;
}

const GONE = 'This template no longer exists, or only an editor can change it.';

interface NameTemplateProps extends DialogProps {
  /** The article to save as a template; null to rename one. */
  articleId: string | null;
  /** The name of a new template. */
  suggested: string;
}

export function NameTemplate({ template, articleId, suggested, ...dialog }: NameTemplateProps) {
  const { refused } = dialog;
  const isNew = articleId !== null;
  const title = isNew ? 'Save as Template' : 'Rename Template';
  return (
    <EditDialog
      {...dialog}
      kind={isNew ? 'new' : 'edit'}
      row={template}
      title={title}
      gone={GONE}
      save={isNew ? 'Save Template' : title}
    >
      {isNew && <input type="hidden" name="from" value={articleId} />}
      <FormField
        label="Name"
        name="name"
        required
        maxLength={TEMPLATE_NAME_LIMIT}
        autoComplete="off"
        hint={
          isNew ? 'The template contains the last saved version, without slug, dates and status.' : undefined
        }
        defaultValue={typedText(refused, 'name') ?? template?.name ?? suggested}
        error={refused?.issues.name}
      />
    </EditDialog>
  );
}

export function DeleteTemplate({ template, refused, closeTo }: DialogProps) {
  return (
    <DeleteDialog noun="template" id={template?.id} gone={GONE} refused={refused} closeTo={closeTo}>
      {template && (
        <p className="dialog__note">
          <strong>{template.name}</strong> will no longer be offered for new articles. Articles that were
          started from it stay as they are. You can’t undo this.
        </p>
      )}
    </DeleteDialog>
  );
}
