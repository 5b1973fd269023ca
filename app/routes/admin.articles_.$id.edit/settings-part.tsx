// Who, where and when.
import { useState } from 'react';
import { AUTHOR_LIMIT } from '~/features/articles/article';
import type { Choice, EditorView } from '~/features/articles/article-editor';
import { CheckboxField, FormField, SelectField } from '~/ui/form-field';
import type { PartProps } from './content-part';
import { EditorPart } from './editor-part';

const STATUSES = [
  ['draft', 'Draft'],
  ['published', 'Published'],
  ['archived', 'Archived'],
] as const;

export function SettingsPart({ view, fields, issues, hiddenUnless }: PartProps & { view: EditorView }) {
  const { choices, timeZone } = view;
  const [status, setStatus] = useState(fields.status);
  return (
    <EditorPart part="settings" open={hiddenUnless}>
      <FormField
        label="Author"
        name="author"
        required
        maxLength={AUTHOR_LIMIT}
        list="editor-authors"
        autoComplete="off"
        defaultValue={fields.author}
        error={issues.author}
      />
      <datalist id="editor-authors">
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
      <SelectField
        label="Status"
        name="status"
        defaultValue={fields.status}
        onChange={(event) => setStatus(event.target.value)}
        error={issues.status}
      >
        {STATUSES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <FormField
        label="Publish at"
        name="publishAt"
        type="datetime-local"
        disabled={status !== 'draft'}
        hint={
          status === 'draft'
            ? `A draft is published at this moment (${timeZone.replaceAll('_', ' ')}).`
            : `Only a draft waits for its moment, and the status is ${status}.`
        }
        defaultValue={fields.publishAt}
        error={issues.publishAt}
      />
      {view.isPublished && (
        <CheckboxField
          label="Keep original publish date"
          name="keepPublishDate"
          hint="Otherwise the article moves to the top of its lists."
          defaultChecked={fields.keepPublishDate}
        />
      )}
      <div className="editor__flags">
        <CheckboxField label="Featured" name="isFeatured" defaultChecked={fields.isFeatured} />
        <CheckboxField label="Popular" name="isPopular" defaultChecked={fields.isPopular} />
      </div>
      <fieldset className="editor__tags">
        <legend className="field__label">Tags</legend>
        {withChosen(choices.tags, fields.tagIds).map(({ id, name }) => (
          <CheckboxField
            key={id}
            label={name}
            name="tagIds"
            value={id}
            defaultChecked={fields.tagIds.includes(id)}
          />
        ))}
        {issues.tagIds && <p className="field__error">{issues.tagIds}</p>}
      </fieldset>
    </EditorPart>
  );
}

/** What is chosen stays chosen, even where the list of choices could not be read. */
function withChosen(choices: readonly Choice[], chosen: readonly string[]): Choice[] {
  const missing = chosen.filter((id) => id && !choices.some((choice) => choice.id === id));
  return [...choices, ...missing.map((id) => ({ id, name: 'As chosen before' }))];
}
