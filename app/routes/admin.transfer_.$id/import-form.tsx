// The import form: how to import another site's categories, tags and authors. Every field has a proposed
// value.
import { Form } from '@remix-run/react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { CheckboxField, FormField, SelectField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { SubmitButton } from '~/ui/submit-button';
import type { FileView } from './file-view.server';

type Survey = NonNullable<FileView['survey']>;

interface ImportFormProps {
  survey: Survey;
  existing: NonNullable<FileView['existing']>;
  proposed: NonNullable<FileView['proposed']>;
  refused: RefusedForm | null;
  /** The file was imported before. */
  isAgain: boolean;
}

/**
 * Limit for the options of all selects together. Larger pages render slowly and can run the Worker out of
 * memory.
 */
const MAX_OPTIONS = 50_000;

export function ImportForm({ survey, existing, proposed, refused: given, isAgain }: ImportFormProps) {
  const refused = given?.intent === 'import' ? given : null;
  const typed = (name: string, fallback: string) => {
    const value = refused?.typed[name];
    return typeof value === 'string' ? value : fallback;
  };
  const ticked = (name: string) => (refused ? name in refused.typed : true);
  const numbered = survey.terms.map((term, index) => ({ ...term, index }));
  const isLong = survey.terms.length * (existing.tags.length + existing.categories.length) > MAX_OPTIONS;
  const choice = (term: (typeof numbered)[number]) => {
    const value = typed(`term-${term.index}`, proposed.terms[term.id] ?? 'none');
    const isChosen = (tag: { id: string }) => value === `tag:${tag.id}`;
    const offered = isLong ? { ...existing, tags: existing.tags.filter(isChosen) } : existing;
    return <TermField key={term.id} term={term} existing={offered} value={value} />;
  };
  const categories = numbered.filter(({ kind }) => kind === 'category');
  const tags = numbered.filter(({ kind }) => kind === 'tag');
  return (
    <Form className="panel form import-form" method="post" preventScrollReset>
      <h2 className="panel__title">{isAgain ? 'Import again' : 'Import options'}</h2>
      {isAgain && (
        <p className="panel__text">Content that was already imported is kept and not duplicated.</p>
      )}
      <FormRefusal refused={refused} />
      <input type="hidden" name="intent" value="import" />
      <FormField
        label="URL of the old site"
        name="siteUrl"
        type="text"
        inputMode="url"
        autoComplete="off"
        defaultValue={typed('siteUrl', proposed.siteUrl)}
        placeholder="https://old.example.com"
        hint={
          survey.product === 'ghost'
            ? 'Ghost exports don’t include it. Used to download images and to update internal links.'
            : 'Used to download images.'
        }
        error={refused?.issues.siteUrl}
      />
      <div>
        <CheckboxField
          label="Download images"
          name="images"
          value="on"
          defaultChecked={ticked('images')}
          hint="Images that can’t be downloaded are skipped and listed in the report."
        />
        <CheckboxField
          label="Redirect old URLs"
          name="redirects"
          value="on"
          defaultChecked={ticked('redirects')}
          hint="Creates a redirect for each published article and page."
        />
      </div>
      {survey.authors.length > 0 && (
        <fieldset className="import-form__part">
          <legend className="import-form__legend">Authors</legend>
          <p className="field__hint">
            Author names in this magazine. Select an existing author or enter a new name.
          </p>
          <datalist id="known-authors">
            {existing.authors.map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
          </datalist>
          <div className="import-form__grid">
            {survey.authors.map(({ id, name, count }, i) => (
              <FormField
                key={id}
                label={`${name} (${count})`}
                name={`author-${i}`}
                list="known-authors"
                autoComplete="off"
                required
                maxLength={200}
                defaultValue={typed(`author-${i}`, proposed.authors[id] ?? name)}
              />
            ))}
          </div>
        </fieldset>
      )}
      {categories.length > 0 && (
        <fieldset className="import-form__part">
          <legend className="import-form__legend">Categories</legend>
          <p className="field__hint">Articles have one category here. Additional categories become tags.</p>
          <div className="import-form__grid">{categories.map(choice)}</div>
        </fieldset>
      )}
      {tags.length > 0 && (
        <details className="import-form__part" open={tags.length <= 12}>
          <summary className="import-form__legend">Tags ({tags.length})</summary>
          {isLong && (
            <p className="field__hint">
              There are too many tags to list every option. Tags with the same name are already matched. You
              can rename or delete the others later under Tags.
            </p>
          )}
          <div className="import-form__grid">{tags.map(choice)}</div>
        </details>
      )}
      <div>
        <SubmitButton intent="import" pending="Starting...">
          Start Import
        </SubmitButton>
      </div>
    </Form>
  );
}

interface TermFieldProps {
  term: Survey['terms'][number] & { index: number };
  existing: NonNullable<FileView['existing']>;
  value: string;
}

function TermField({ term, existing, value }: TermFieldProps) {
  const { name, count, index } = term;
  return (
    <SelectField label={`${name} (${count})`} name={`term-${index}`} defaultValue={value}>
      <option value="category:new">New category</option>
      <option value="tag:new">New tag</option>
      <option value="none">Skip</option>
      {existing.categories.length > 0 && (
        <optgroup label="Categories">
          {existing.categories.map((category) => (
            <option key={category.id} value={`category:${category.id}`}>
              {category.name}
            </option>
          ))}
        </optgroup>
      )}
      {existing.tags.length > 0 && (
        <optgroup label="Tags">
          {existing.tags.map((tag) => (
            <option key={tag.id} value={`tag:${tag.id}`}>
              {tag.name}
            </option>
          ))}
        </optgroup>
      )}
    </SelectField>
  );
}
