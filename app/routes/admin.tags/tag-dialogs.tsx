// Dialogs to create, edit, delete and merge tags. They work without JavaScript.
import { Form } from '@remix-run/react';
import { useState } from 'react';
import type { TagCard } from '~/features/tags/tag-view';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { DeleteDialog } from '~/layouts/admin/list/delete-dialog';
import { EditDialog } from '~/layouts/admin/list/edit-dialog';
import { fieldProps } from '~/layouts/admin/unsaved/field-props';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { toSlug } from '~/lib/slug';
import { countOf } from '~/lib/text';
import { FormField, SelectField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';

interface DialogProps {
  refused: RefusedForm | null;
  closeTo: string;
  /** The page's search text, kept for the way back. */
  query: string;
}

const GONE = 'This tag no longer exists. Someone may have deleted or merged it.';
const list = (value: string | string[] | undefined) => (Array.isArray(value) ? value : []);

interface EditTagProps extends DialogProps {
  kind: 'new' | 'edit';
  /** Null for a new tag and for one that does not exist. */
  tag: TagCard | null;
}

export function EditTag({ tag, query, ...dialog }: EditTagProps) {
  const { kind, refused } = dialog;
  const { text, field } = fieldProps(refused, tag);
  const [name, setName] = useState(text('name'));
  const title = kind === 'new' ? 'Create Tag' : 'Edit Tag';
  return (
    <EditDialog {...dialog} row={tag} title={title} gone={GONE} save="Save Tag">
      <input type="hidden" name="q" value={query} />
      <FormField
        label="Name *"
        name="name"
        required
        maxLength={120}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={refused?.issues.name}
      />
      <FormField
        label="Slug"
        maxLength={120}
        autoComplete="off"
        spellCheck={false}
        placeholder={toSlug(name)}
        hint={
          tag
            ? 'The last part of the tag’s URL. If you change it, the old URL redirects to the new one.'
            : 'The last part of the tag’s URL. Leave blank to generate it from the name.'
        }
        {...field('slug')}
      />
    </EditDialog>
  );
}

export function DeleteTag({ tag, refused, closeTo, query }: DialogProps & { tag: TagCard | null }) {
  return (
    <DeleteDialog
      noun="tag"
      id={tag?.id}
      gone={GONE}
      refused={refused}
      closeTo={closeTo}
      fields={{ q: query }}
    >
      {tag && (
        <p className="dialog__note">
          <strong>{tag.name}</strong> will be removed from {countOf(tag.articleCount, 'article')}, and its
          page will be deleted. To keep its URL working, merge it into another tag instead.
        </p>
      )}
    </DeleteDialog>
  );
}

export function MergeTags({ tags, refused, closeTo, query }: DialogProps & { tags: TagCard[] }) {
  const chosen = list(refused?.typed.from);
  const into = typedText(refused, 'into') ?? '';
  const isListed = (id: string) => tags.some((tag) => tag.id === id);
  return (
    <ModalDialog title="Merge Tags" closeTo={closeTo}>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value="merge" />
        <input type="hidden" name="q" value={query} />
        {chosen
          .filter((id) => !isListed(id))
          .map((id) => (
            <input key={id} type="hidden" name="from" value={id} />
          ))}
        <fieldset className="tag-choice" aria-describedby={refused?.issues.from && 'tag-choice-error'}>
          <legend className="field__label">Tags to merge</legend>
          <ul className="tag-choice__list">
            {tags.map((tag) => (
              <li key={tag.id}>
                <label className="tag-choice__tag">
                  <input
                    type="checkbox"
                    name="from"
                    value={tag.id}
                    defaultChecked={chosen.includes(tag.id)}
                  />
                  <span>{tag.name}</span>
                  <span className="tag-choice__count">{tag.articleCount.toLocaleString('en-US')}</span>
                </label>
              </li>
            ))}
          </ul>
          {refused?.issues.from && (
            <p className="field__error" id="tag-choice-error">
              {refused.issues.from}
            </p>
          )}
        </fieldset>
        <SelectField label="Merge into" name="into" required defaultValue={into} error={refused?.issues.into}>
          <option value="">Choose the tag to keep</option>
          {into && !isListed(into) && <option value={into}>Previously selected (no longer available)</option>}
          {tags.map((tag) => (
            <option key={tag.id} value={tag.id}>
              {tag.name}
            </option>
          ))}
        </SelectField>
        <p className="dialog__note">
          Their articles get the tag you keep, and their URLs redirect to it. The merged tags are deleted.
          This can’t be undone.
        </p>
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent="merge" pending="Merging..." className="button button--danger">
            Merge Tags
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}
