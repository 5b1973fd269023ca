// Dialogs for creating, editing and deleting a category.
import { useContext } from 'react';
import { type CategoryCard, categoryDescription } from '~/features/categories/category-view';
import { readSeoFields, SEO_LABELS } from '~/features/seo/seo';
import { SearchAndSocial } from '~/features/seo/ui/search-and-social';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { countOf } from '~/lib/text';
import { FormField, SelectField, TextareaField } from '~/ui/form-field';
import { DeleteDialog } from '../list/delete-dialog';
import { EditDialog } from '../list/edit-dialog';
import { SiteContext } from '../shell/use-may';
import { typedText } from '../unsaved/typed-text';

const GONE = 'This category no longer exists. Someone else deleted it.';

interface DialogProps {
  refused: RefusedForm | null;
  closeTo: string;
  /** Null for a new category, and for one that was deleted. */
  category: CategoryCard | null;
}

export function EditCategory({ kind, category, refused, closeTo }: DialogProps & { kind: 'new' | 'edit' }) {
  const site = useContext(SiteContext);
  const seo = readSeoFields((field) => typedText(refused, field) ?? category?.seo[field]);
  const shown = category ?? { name: 'New category', description: '', slug: '', imageUrl: '' };
  const title = kind === 'new' ? 'Create Category' : 'Edit Category';
  const typed = (name: 'name' | 'description' | 'banner' | 'imageUrl') =>
    typedText(refused, name) ?? category?.[name] ?? '';
  return (
    <EditDialog
      kind={kind}
      row={category}
      refused={refused}
      title={title}
      closeTo={closeTo}
      gone={GONE}
      save="Save Category"
    >
      <FormField
        label="Name *"
        name="name"
        required
        maxLength={120}
        autoComplete="off"
        defaultValue={typed('name')}
        hint={
          category
            ? `The URL /category/${category.slug} changes with the name. The old URL redirects to the new one.`
            : 'The URL is generated from the name.'
        }
        error={refused?.issues.name}
      />
      <TextareaField
        label="Description"
        name="description"
        maxLength={500}
        defaultValue={typed('description')}
        hint="Plain text. Shown in the category’s banner, its feed and search results."
        error={refused?.issues.description}
      />
      <SelectField
        label="Banner Image"
        name="banner"
        defaultValue={typed('banner') || 'generated'}
        hint="An image is generated when the category’s page is first opened."
      >
        <option value="generated">Generated</option>
        <option value="own">Own image</option>
        <option value="none">None: show the category’s color</option>
      </SelectField>
      <div className="category-image">
        <FormField
          label="Image URL"
          name="imageUrl"
          autoComplete="off"
          spellCheck={false}
          placeholder="/media/…"
          defaultValue={
            typedText(refused, 'imageUrl') ?? (category?.banner === 'own' ? category.imageUrl : '') ?? ''
          }
          hint="An image from the media library."
          error={refused?.issues.imageUrl}
        />
      </div>
      <SearchAndSocial
        fields={seo}
        derived={{
          title: shown.name,
          description: categoryDescription(shown),
          path: `/category/${shown.slug}`,
          image: shown.imageUrl ?? '',
        }}
        site={site}
        issues={refused?.issues ?? {}}
        descriptionName="description"
      >
        <FormField
          label={SEO_LABELS.socialImage}
          name="socialImage"
          autoComplete="off"
          spellCheck={false}
          placeholder="/media/…"
          defaultValue={seo.socialImage}
          hint="An image from the media library. Leave blank to use the banner image."
          error={refused?.issues.socialImage}
        />
      </SearchAndSocial>
    </EditDialog>
  );
}

export function DeleteCategory({ category, refused, closeTo }: DialogProps) {
  return (
    <DeleteDialog noun="category" id={category?.id} gone={GONE} refused={refused} closeTo={closeTo}>
      {category && <DeletionNote category={category} />}
    </DeleteDialog>
  );
}

function DeletionNote({ category }: { category: CategoryCard }) {
  const { name, articleCount, placementCount, ctaCount } = category;
  return (
    <p className="dialog__note">
      <strong>{name}</strong> has {countOf(articleCount, 'article')}
      {articleCount > 0 && ', which will have no category'}.{' '}
      {placementCount + ctaCount > 0
        ? `${capital(countOf(placementCount, 'ad placement'))} and ${countOf(ctaCount, 'call to action', 'calls to action')} will be deleted too.`
        : 'No ad placements or calls to action will be deleted.'}
    </p>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
