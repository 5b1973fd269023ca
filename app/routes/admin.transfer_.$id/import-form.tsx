// What becomes of another site's categories, tags and authors. All is filled in already; one may just press the button.
import { Form } from '@remix-run/react';
import type { RefusedForm } from '~/http/form-answer.server';
import { CheckboxField, FormField, SelectField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { SubmitButton } from '~/ui/submit-button';
import type { FileView } from './file-view.server';

type Survey = NonNullable<FileView['survey']>;

interface ImportFormProps {
  survey: Survey;
  standing: NonNullable<FileView['standing']>;
  proposed: NonNullable<FileView['proposed']>;
  refused: RefusedForm | null;
  /** It was imported before. */
  isAgain: boolean;
}

/** In all lists together: a page of more takes a browser long, and what makes it more memory than it has. */
const MOST_OPTIONS = 50_000;

export function ImportForm({ survey, standing, proposed, refused: given, isAgain }: ImportFormProps) {
  const refused = given?.intent === 'import' ? given : null;
  const typed = (name: string, fallback: string) => {
    const value = refused?.typed[name];
    return typeof value === 'string' ? value : fallback;
  };
  const ticked = (name: string) => (refused ? name in refused.typed : true);
  const numbered = survey.terms.map((term, index) => ({ ...term, index }));
  const isLong = survey.terms.length * (standing.tags.length + standing.categories.length) > MOST_OPTIONS;
  const choice = (term: (typeof numbered)[number]) => {
    const value = typed(`term-${term.index}`, proposed.terms[term.id] ?? 'none');
    const isChosen = (tag: { id: string }) => value === `tag:${tag.id}`;
    const offered = isLong ? { ...standing, tags: standing.tags.filter(isChosen) } : standing;
    return <TermField key={term.id} term={term} standing={offered} value={value} />;
  };
  const categories = numbered.filter(({ kind }) => kind === 'category');
  const tags = numbered.filter(({ kind }) => kind === 'tag');
  return (
    <Form className="panel form import-form" method="post" preventScrollReset>
      <h2 className="panel__title">{isAgain ? 'Import again' : 'What becomes of it'}</h2>
      {isAgain && (
        <p className="panel__text">What was brought in before stays as it is here and is not doubled.</p>
      )}
      <FormRefusal refused={refused} />
      <input type="hidden" name="intent" value="import" />
      <FormField
        label="Address of the old site"
        name="siteUrl"
        type="text"
        inputMode="url"
        autoComplete="off"
        defaultValue={typed('siteUrl', proposed.siteUrl)}
        placeholder="https://old.example.com"
        hint={
          survey.product === 'ghost'
            ? 'Ghost’s file does not name it. Pictures are fetched from there, and links to it are turned.'
            : 'Where its pictures can be fetched now.'
        }
        error={refused?.issues.siteUrl}
      />
      <div>
        <CheckboxField
          label="Fetch its pictures"
          name="pictures"
          value="on"
          defaultChecked={ticked('pictures')}
          hint="Those that cannot be had are left out and told of."
        />
        <CheckboxField
          label="Lead readers on from the old addresses"
          name="redirects"
          value="on"
          defaultChecked={ticked('redirects')}
          hint="A redirect for each published article and page."
        />
      </div>
      {survey.authors.length > 0 && (
        <fieldset className="import-form__part">
          <legend className="import-form__legend">Authors</legend>
          <p className="field__hint">
            Their names here. Take one of the magazine’s authors, or leave a new name.
          </p>
          <datalist id="known-authors">
            {standing.authors.map(({ id, name }) => (
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
          <p className="field__hint">
            An article has one category here. What it stood in besides the first, it is tagged with.
          </p>
          <div className="import-form__grid">{categories.map(choice)}</div>
        </fieldset>
      )}
      {tags.length > 0 && (
        <details className="import-form__part" open={tags.length <= 12}>
          <summary className="import-form__legend">Tags ({tags.length})</summary>
          {isLong && (
            <p className="field__hint">
              There are too many to offer each of the magazine’s tags for each of these. Those of the same
              name are chosen already; others can be renamed and deleted under Tags afterwards.
            </p>
          )}
          <div className="import-form__grid">{tags.map(choice)}</div>
        </details>
      )}
      <div>
        <SubmitButton intent="import" pending="Starting…">
          Import
        </SubmitButton>
      </div>
    </Form>
  );
}

interface TermFieldProps {
  term: Survey['terms'][number] & { index: number };
  standing: NonNullable<FileView['standing']>;
  value: string;
}

function TermField({ term, standing, value }: TermFieldProps) {
  const { name, count, index } = term;
  return (
    <SelectField label={`${name} (${count})`} name={`term-${index}`} defaultValue={value}>
      <option value="category:new">New category</option>
      <option value="tag:new">New tag</option>
      <option value="none">Nothing: leave it out</option>
      {standing.categories.length > 0 && (
        <optgroup label="Categories">
          {standing.categories.map((category) => (
            <option key={category.id} value={`category:${category.id}`}>
              {category.name}
            </option>
          ))}
        </optgroup>
      )}
      {standing.tags.length > 0 && (
        <optgroup label="Tags">
          {standing.tags.map((tag) => (
            <option key={tag.id} value={`tag:${tag.id}`}>
              {tag.name}
            </option>
          ))}
        </optgroup>
      )}
    </SelectField>
  );
}
