// Creating, editing, deleting and merging tags. Each dialog is a form that also works without JavaScript.
import { Form } from '@remix-run/react';
import { useState } from 'react';
import type { TagCard } from '~/features/tags/tag-view';
import type { RefusedForm } from '~/http/form-answer.server';
import { countOf } from '~/lib/count-of';
import { toSlug } from '~/lib/slug';
import { FormField, SelectField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import { DeleteDialog, deleteTitle, GoneDialog } from '../admin/delete-dialog';
import { EditedRow, intentOf } from '../admin/edited-row';
import { typedText } from '../admin/typed-text';

interface DialogProps {
  refused: RefusedForm | null;
  closeTo: string;
  /** The page's search, to come back to. */
  query: string;
}

const GONE = 'There is no such tag any more. Somebody deleted or merged it.';
const list = (value: string | string[] | undefined) => (Array.isArray(value) ? value : []);

interface EditTagProps extends DialogProps {
  kind: 'new' | 'edit';
  /** Null for a new one, and for one that is gone. */
  tag: TagCard | null;
}

export function EditTag({ kind, tag, refused, closeTo, query }: EditTagProps) {
  const [name, setName] = useState(typedText(refused, 'name') ?? tag?.name ?? '');
  const title = kind === 'new' ? 'Create Tag' : 'Edit Tag';
  if (kind === 'edit' && !tag && !refused) return <GoneDialog title={title} text={GONE} closeTo={closeTo} />;
  return (
    <ModalDialog title={title} closeTo={closeTo}>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={refused} />
        <EditedRow kind={kind} row={tag} refused={refused} />
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
          name="slug"
          maxLength={120}
          autoComplete="off"
          spellCheck={false}
          placeholder={toSlug(name)}
          defaultValue={typedText(refused, 'slug') ?? tag?.slug}
          hint={
            tag
              ? 'The tag’s address. When it changes, the old address leads to the new one.'
              : 'The tag’s address. Left empty, it is made from the name.'
          }
          error={refused?.issues.slug}
        />
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent={intentOf(kind)} pending="Saving...">
            Save Tag
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}

export function DeleteTag({ tag, refused, closeTo, query }: DialogProps & { tag: TagCard | null }) {
  if (!tag && !refused) return <GoneDialog title={deleteTitle('tag')} text={GONE} closeTo={closeTo} />;
  return (
    <DeleteDialog noun="tag" id={tag?.id} refused={refused} closeTo={closeTo} fields={{ q: query }}>
      {tag && (
        <p className="dialog__note">
          <strong>{tag.name}</strong> is on {countOf(tag.articleCount, 'article')}
          {tag.articleCount > 0 && ', which stay without it'}. Its page goes. To keep the address, merge it
          into another tag instead.
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
          {into && !isListed(into) && <option value={into}>As chosen before</option>}
          {tags.map((tag) => (
            <option key={tag.id} value={tag.id}>
              {tag.name}
            </option>
          ))}
        </SelectField>
        <p className="dialog__note">
          Their articles will carry the kept tag, and their addresses will lead to it. The merged tags
          disappear: this cannot be undone.
        </p>
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent="merge" pending="Merging…" className="button button--danger">
            Merge Tags
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}
