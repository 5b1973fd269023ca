// Dialogs to create, edit and delete a call to action. They work without JavaScript.
import { BODY_LIMIT, CTA_LINK_LIMIT, CTA_TITLE_LIMIT, LABEL_LIMIT } from '~/features/ctas/cta';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { DeleteDialog } from '~/layouts/admin/list/delete-dialog';
import { EditDialog } from '~/layouts/admin/list/edit-dialog';
import { fieldProps } from '~/layouts/admin/unsaved/field-props';
import { CheckboxField, FormField, SelectField, TextareaField } from '~/ui/form-field';

export interface ShownCta {
  id: string;
  title: string;
  body: string;
  buttonLabel: string;
  buttonLink: string;
  categoryId: string | null;
  categoryName: string | null;
  active: boolean;
  createdAt: string;
  version: string;
}

interface DialogProps {
  /** Null for a new CTA and for one that does not exist. */
  cta: ShownCta | null;
  refused: RefusedForm | null;
  closeTo: string;
}

interface EditCtaProps extends DialogProps {
  kind: 'new' | 'edit';
  categories: { id: string; name: string }[];
}

const GONE = 'This CTA no longer exists. Someone may have deleted it.';

export function EditCta({ cta, categories, ...dialog }: EditCtaProps) {
  const { kind, refused } = dialog;
  const title = kind === 'new' ? 'Create New CTA' : 'Edit CTA';
  const { text, field, box } = fieldProps(refused, cta);
  const category = text('categoryId');
  return (
    <EditDialog {...dialog} row={cta} title={title} gone={GONE} save="Save CTA" noValidate>
      <FormField label="Title" required maxLength={CTA_TITLE_LIMIT} autoComplete="off" {...field('title')} />
      <TextareaField label="Body" maxLength={BODY_LIMIT} rows={4} hint="Plain text." {...field('body')} />
      <FormField
        label="Button Label"
        maxLength={LABEL_LIMIT}
        autoComplete="off"
        placeholder="Join Free"
        {...field('buttonLabel')}
      />
      <FormField
        label="Button Link"
        inputMode="url"
        maxLength={CTA_LINK_LIMIT}
        autoComplete="off"
        spellCheck={false}
        placeholder="/newsletter"
        hint="Example: /newsletter. Full URLs, mailto: and tel: links also work."
        {...field('buttonLink')}
      />
      <SelectField
        label="Category"
        hint="Shown on the category page and below its articles."
        {...field('categoryId')}
      >
        <option value="">All categories</option>
        {category && !categories.some(({ id }) => id === category) && (
          <option value={category}>Previously selected (no longer available)</option>
        )}
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <CheckboxField label="Active" role="switch" {...box('active', true)} />
    </EditDialog>
  );
}

export function DeleteCta({ cta, refused, closeTo }: DialogProps) {
  return (
    <DeleteDialog noun="CTA" id={cta?.id} gone={GONE} refused={refused} closeTo={closeTo}>
      {cta && (
        <p className="dialog__note">
          <strong>{cta.title}</strong> will be removed from{' '}
          {cta.categoryName ? `${cta.categoryName} and its articles` : 'all categories and articles'}, and
          from the text of articles and pages that contain it.
        </p>
      )}
    </DeleteDialog>
  );
}
