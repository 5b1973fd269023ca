// Creating, editing and deleting a call to action. Each dialog is a form that also works without JavaScript.
import { Form } from '@remix-run/react';
import { BODY_LIMIT, LABEL_LIMIT, LINK_LIMIT, TITLE_LIMIT } from '~/features/ctas/cta';
import type { RefusedForm } from '~/http/form-answer.server';
import { CheckboxField, FormField, SelectField, TextareaField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import { DeleteDialog, deleteTitle, GoneDialog } from '../admin/delete-dialog';
import { EditedRow, intentOf } from '../admin/edited-row';
import { typedText } from '../admin/typed-text';

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
  stamp: string;
}

interface DialogProps {
  /** Null for a new one, and for one that is gone. */
  cta: ShownCta | null;
  refused: RefusedForm | null;
  closeTo: string;
}

interface EditCtaProps extends DialogProps {
  kind: 'new' | 'edit';
  categories: { id: string; name: string }[];
}

const GONE = 'There is no such CTA any more. Somebody deleted it.';

export function EditCta({ kind, cta, categories, refused, closeTo }: EditCtaProps) {
  const title = kind === 'new' ? 'Create New CTA' : 'Edit CTA';
  if (kind === 'edit' && !cta && !refused) return <GoneDialog title={title} text={GONE} closeTo={closeTo} />;
  const typed = (field: keyof ShownCta) => typedText(refused, field) ?? String(cta?.[field] ?? '');
  const category = typed('categoryId');
  const issues = refused?.issues ?? {};
  return (
    <ModalDialog title={title} closeTo={closeTo}>
      <Form className="form" method="post" noValidate preventScrollReset>
        <FormRefusal refused={refused} />
        <EditedRow kind={kind} row={cta} refused={refused} />
        <FormField
          label="Title"
          name="title"
          required
          maxLength={TITLE_LIMIT}
          autoComplete="off"
          defaultValue={typed('title')}
          error={issues.title}
        />
        <TextareaField
          label="Body"
          name="body"
          maxLength={BODY_LIMIT}
          rows={4}
          defaultValue={typed('body')}
          hint="Plain text."
          error={issues.body}
        />
        <FormField
          label="Button Label"
          name="buttonLabel"
          maxLength={LABEL_LIMIT}
          autoComplete="off"
          placeholder="Join Free"
          defaultValue={typed('buttonLabel')}
          error={issues.buttonLabel}
        />
        <FormField
          label="Button Link"
          name="buttonLink"
          inputMode="url"
          maxLength={LINK_LIMIT}
          autoComplete="off"
          spellCheck={false}
          placeholder="/newsletter"
          defaultValue={typed('buttonLink')}
          hint="A page of this site, a whole address elsewhere, or mailto: and tel:."
          error={issues.buttonLink}
        />
        <SelectField
          label="Category"
          name="categoryId"
          defaultValue={category}
          hint="It stands on the category’s page and under its articles."
          error={issues.categoryId}
        >
          <option value="">All categories</option>
          {category && !categories.some(({ id }) => id === category) && (
            <option value={category}>As chosen before</option>
          )}
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <CheckboxField
          label="Active"
          name="active"
          role="switch"
          defaultChecked={refused ? typed('active') === 'on' : (cta?.active ?? true)}
        />
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent={intentOf(kind)} pending="Saving...">
            Save CTA
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}

export function DeleteCta({ cta, refused, closeTo }: DialogProps) {
  if (!cta && !refused) return <GoneDialog title={deleteTitle('CTA')} text={GONE} closeTo={closeTo} />;
  return (
    <DeleteDialog noun="CTA" id={cta?.id} refused={refused} closeTo={closeTo}>
      {cta && (
        <p className="dialog__note">
          <strong>{cta.title}</strong> disappears from{' '}
          {cta.categoryName ? `${cta.categoryName} and its articles` : 'every category and article'}.
        </p>
      )}
    </DeleteDialog>
  );
}
