// The fields that the article editor and the content dashboard's form share. Title, slug, summary and content are in the forms
// themselves: layouts/admin/article-editor/ (content-part.tsx, about-fields.tsx) and routes/admin-old/article-form.tsx.
import { type ReactNode, useId } from 'react';
import { CheckboxField, FieldNote, FormField, SelectField } from '~/ui/form-field';
import { AUTHOR_LIMIT } from '../article';
import { COAUTHORS_LIMIT } from '../authors/author';
import type { Choice, EditorChoices } from '../editor/article-editor';
import type { EditorFields } from '../editor/editor-fields';

interface ArticleFieldsProps {
  fields: EditorFields;
  choices: EditorChoices;
  /** Error messages by field name. */
  issues: Record<string, string>;
  /** Null for authors, who can only save drafts. */
  onStatus?: ((status: string) => void) | null;
  /** Whether co-authors can be edited too. */
  withCoauthors?: boolean;
}

const STATUSES = [
  ['draft', 'Draft'],
  ['published', 'Published'],
  ['archived', 'Archived'],
] as const;

const AUTHORS = 'known-authors';

/** Author, Co-authors, Read Time, Category, Status. */
export function ArticleFields({
  fields,
  choices,
  issues,
  onStatus,
  withCoauthors = false,
}: ArticleFieldsProps) {
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
      {withCoauthors && <CoauthorFields names={fields.coauthors} error={issues.coauthors} />}
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

/** One input per name. CSS hides the empty ones after the first, so that the list grows as it is filled in. */
function CoauthorFields({ names, error }: { names: readonly string[]; error: string | undefined }) {
  const id = useId();
  const places = Array.from({ length: Math.max(COAUTHORS_LIMIT, names.length) }, (_, index) => index);
  return (
    <fieldset className="coauthors">
      <legend className="field__label">Co-authors</legend>
      {places.map((place) => (
        <input
          key={place}
          className="field__input"
          name="coauthors"
          aria-label={`Co-author ${place + 1}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}${error ? 'error' : 'hint'}`}
          maxLength={AUTHOR_LIMIT}
          list={AUTHORS}
          autoComplete="off"
          placeholder="Name"
          defaultValue={names[place] ?? ''}
        />
      ))}
      <FieldNote
        id={id}
        hint={`Up to ${COAUTHORS_LIMIT}, shown after the author in this order.`}
        error={error}
      />
    </fieldset>
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
