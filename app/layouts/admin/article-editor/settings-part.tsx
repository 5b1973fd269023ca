// The editor's Settings part: author, category, status, publishing, flags and tags.
import { useState } from 'react';
import type { EditorView } from '~/features/articles/editor/article-editor';
import { ArticleFields, ArticleFlags, withChosen } from '~/features/articles/ui/article-fields';
import { CheckboxField, FormField } from '~/ui/form-field';
import { useMay } from '../shell/use-may';
import type { PartProps } from './content-part';
import { EditorPart } from './editor-part';

export function SettingsPart({ view, fields, issues, hiddenUnless }: PartProps & { view: EditorView }) {
  const { choices, timeZone } = view;
  const [status, setStatus] = useState(fields.status);
  const mayPublish = useMay()('all articles');
  return (
    <EditorPart part="settings" open={hiddenUnless}>
      <ArticleFields
        fields={fields}
        choices={choices}
        issues={issues}
        onStatus={mayPublish ? setStatus : null}
        withCoauthors
      />
      {mayPublish ? (
        <FormField
          label="Publish at"
          name="publishAt"
          type="datetime-local"
          disabled={status !== 'draft'}
          hint={
            status === 'draft'
              ? `Publishes the draft at this time (${timeZone.replaceAll('_', ' ')}).`
              : 'Scheduling works for drafts. Set Status to Draft first.'
          }
          defaultValue={fields.publishAt}
          error={issues.publishAt}
        />
      ) : (
        <p className="field__hint">
          An editor publishes it when it is ready. Until then, only staff can read it.
        </p>
      )}
      {mayPublish && view.isPublished && (
        <CheckboxField
          label="Keep original publish date"
          name="keepPublishDate"
          hint="If this is off, the article moves to the top of its lists."
          defaultChecked={fields.keepPublishDate}
        />
      )}
      {mayPublish ? (
        <div className="editor__flags">
          <ArticleFlags fields={fields} />
        </div>
      ) : (
        <HiddenFlags fields={fields} />
      )}
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

/** Submits the flags that an author cannot change, so that saving keeps them. */
function HiddenFlags({ fields }: Pick<PartProps, 'fields'>) {
  return (
    <>
      {fields.isFeatured && <input type="hidden" name="isFeatured" value="on" />}
      {fields.isPopular && <input type="hidden" name="isPopular" value="on" />}
      {fields.membersOnly && <input type="hidden" name="membersOnly" value="on" />}
    </>
  );
}
