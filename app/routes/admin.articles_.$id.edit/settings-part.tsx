// Who, where and when.
import { useState } from 'react';
import type { EditorView } from '~/features/articles/article-editor';
import { ArticleFields, ArticleFlags, withChosen } from '~/features/articles/ui/article-fields';
import { CheckboxField, FormField } from '~/ui/form-field';
import type { PartProps } from './content-part';
import { EditorPart } from './editor-part';

export function SettingsPart({ view, fields, issues, hiddenUnless }: PartProps & { view: EditorView }) {
  const { choices, timeZone } = view;
  const [status, setStatus] = useState(fields.status);
  return (
    <EditorPart part="settings" open={hiddenUnless}>
      <ArticleFields fields={fields} choices={choices} issues={issues} onStatus={setStatus} />
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
        <ArticleFlags fields={fields} />
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
