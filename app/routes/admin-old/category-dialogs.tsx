// Creating, editing and deleting a category.
import { Form } from '@remix-run/react';
import type { CategoryCard } from '~/features/categories/category-card';
import type { RefusedForm } from '~/http/form-answer.server';
import { countOf } from '~/lib/count-of';
import { FormField, TextareaField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import { DeleteDialog, deleteTitle, GoneDialog } from '../admin/delete-dialog';
import { EditedRow, intentOf } from '../admin/edited-row';
import { typedText } from '../admin/typed-text';

const GONE = 'There is no such category any more. Somebody deleted it.';

interface DialogProps {
  refused: RefusedForm | null;
  closeTo: string;
  /** Null for a new one, and for one that is gone. */
  category: CategoryCard | null;
}

export function EditCategory({ kind, category, refused, closeTo }: DialogProps & { kind: 'new' | 'edit' }) {
  const title = kind === 'new' ? 'Create Category' : 'Edit Category';
  if (kind === 'edit' && !category && !refused)
    return <GoneDialog title={title} text={GONE} closeTo={closeTo} />;
  const typed = (name: 'name' | 'description' | 'imageUrl') =>
    typedText(refused, name) ?? category?.[name] ?? '';
  return (
    <ModalDialog title={title} closeTo={closeTo}>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={refused} />
        <EditedRow kind={kind} row={category} refused={refused} />
        <FormField
          label="Name *"
          name="name"
          required
          maxLength={120}
          autoComplete="off"
          defaultValue={typed('name')}
          hint={
            category
              ? `The address, /category/${category.slug}, follows the name; the old one leads to the new one.`
              : 'The address is made from it.'
          }
          error={refused?.issues.name}
        />
        <TextareaField
          label="Description"
          name="description"
          maxLength={500}
          defaultValue={typed('description')}
          hint="Plain text. It stands in the section’s banner, in its feed and in search results."
          error={refused?.issues.description}
        />
        <FormField
          label="Image URL"
          name="imageUrl"
          autoComplete="off"
          spellCheck={false}
          placeholder="/media/…"
          defaultValue={typed('imageUrl')}
          hint="The banner’s picture, from the media library. Without one the banner keeps its colour."
          error={refused?.issues.imageUrl}
        />
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent={intentOf(kind)} pending="Saving...">
            Save Category
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}

export function DeleteCategory({ category, refused, closeTo }: DialogProps) {
  if (!category && !refused)
    return <GoneDialog title={deleteTitle('category')} text={GONE} closeTo={closeTo} />;
  return (
    <DeleteDialog noun="category" id={category?.id} refused={refused} closeTo={closeTo}>
      {category && <WhatGoes category={category} />}
    </DeleteDialog>
  );
}

function WhatGoes({ category }: { category: CategoryCard }) {
  const { name, articleCount, placementCount, ctaCount } = category;
  return (
    <p className="dialog__note">
      <strong>{name}</strong> has {countOf(articleCount, 'article')}
      {articleCount > 0 &&
        (articleCount === 1 ? ', which stays without a category' : ', which stay without a category')}
      .{' '}
      {placementCount + ctaCount > 0
        ? `${capital(countOf(placementCount, 'ad placement'))} and ${countOf(ctaCount, 'call to action', 'calls to action')} go with it.`
        : 'No ad placements and no calls to action go with it.'}
    </p>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
