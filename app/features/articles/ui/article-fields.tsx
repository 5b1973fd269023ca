// The fields that the article editor and the content dashboard's form share. Title, slug, summary and content are in the forms
// themselves: layouts/admin/article-editor/ (content-part.tsx, about-fields.tsx) and routes/admin-old/article-form.tsx.
import type { ReactNode } from 'react';
import { CheckboxField, FormField, SelectField } from '~/ui/form-field';
import { AUTHOR_LIMIT } from '../article';
import type { Choice, EditorChoices } from '../editor/article-editor';
import type { EditorFields } from '../editor/editor-fields';

interface ArticleFieldsProps {
  fields: EditorFields;
  choices: EditorChoices;
  /** Error messages by field name. */
  issues: Record<string, string>;
  /** Null for authors, who can only save drafts. */
  onStatus?: ((status: string) => void) | null;
}

const STATUSES = [
  ['draft', 'Draft'],
  ['published', 'Published'],
  ['archived', 'Archived'],
] as const;

const AUTHORS = 'known-authors';

/** Author, Read Time, Category, Status. */
export function ArticleFields({ fields, choices, issues, onStatus }: ArticleFieldsProps) {
  return (
    <>
      <FormField
        label="Author"
        name="author"
        required
        maxLength={AUTHOR_LIMIT}
        list={AUTHORS}
        autoComplete="off"
        defaultValue={fields.author}
        error={issues.author}
      />
      <datalist id={AUTHORS}>
        {choices.authors.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <FormField
        label="Read Time"
        name="readTime"
        type="number"
        min={1}
        step={1}
        inputMode="numeric"
        hint="Minutes"
        defaultValue={fields.readTime}
        error={issues.readTime}
      />
      <SelectField
        label="Category"
        name="categoryId"
        defaultValue={fields.categoryId}
        error={issues.categoryId}
      >
        <option value="">No category</option>
        {withChosen(choices.categories, [fields.categoryId]).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {onStatus === null ? (
        <input type="hidden" name="status" value="draft" />
      ) : (
        <SelectField
          label="Status"
          name="status"
          defaultValue={fields.status}
          onChange={(event) => onStatus?.(event.target.value)}
          error={issues.status}
        >
          {STATUSES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}

/** The Featured, Popular and Members only checkboxes. */
export function ArticleFlags({ fields }: { fields: EditorFields }): ReactNode {
  return (
    <>
      <CheckboxField label="Featured" name="isFeatured" defaultChecked={fields.isFeatured} />
      <CheckboxField label="Popular" name="isPopular" defaultChecked={fields.isPopular} />
      <CheckboxField
        label="Members only"
        name="membersOnly"
        hint="Everyone can read the beginning. The rest requires signing in and is left out of feeds and search."
        defaultChecked={fields.membersOnly}
      />
    </>
  );
}

/** Adds chosen values that are missing from the choices, so that saving keeps them. */
export function withChosen(choices: readonly Choice[], chosen: readonly string[]): Choice[] {
  const missing = chosen.filter((id) => id && !choices.some((choice) => choice.id === id));
  return [...choices, ...missing.map((id) => ({ id, name: 'Current selection' }))];
}
