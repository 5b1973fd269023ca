// Dialogs of the article list: delete, delete permanently, assign category.
import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { ArticleListView } from '~/features/articles/list/article-list-view';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { SelectField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import type { ListDialog } from './list-dialog.server';

interface ListDialogsProps {
  view: ArticleListView;
  dialog: ListDialog;
  refused: RefusedForm | null;
  closeTo: string;
}

const TITLES = { delete: 'Delete', erase: 'Permanently delete', category: 'Assign Category' } as const;
const MAX_LISTED = 5;

export function ListDialogs({ view, dialog, refused, closeTo }: ListDialogsProps) {
  const { chosen, categories } = view;
  const { kind } = dialog;
  const isOne = chosen.length === 1;
  const target = isOne ? 'this article' : `these ${chosen.length} articles`;
  const title = kind === 'category' ? TITLES.category : `${TITLES[kind]} ${isOne ? 'article' : 'articles'}`;
  if (chosen.length === 0) {
    return (
      <ModalDialog title={TITLES[kind]} closeTo={closeTo}>
        <p>This article is no longer in this list. Someone may have moved or deleted it.</p>
      </ModalDialog>
    );
  }
  return (
    <ModalDialog title={title} closeTo={closeTo}>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value={kind} />
        {chosen.map(({ id }) => (
          <input key={id} type="hidden" name="id" value={id} />
        ))}
        {kind === 'category' ? (
          <SelectField
            label="Category"
            name="categoryId"
            required
            defaultValue={toText(refused?.typed.categoryId)}
            error={refused?.issues.categoryId}
          >
            <option value="">Choose a category</option>
            <option value="none">Remove Category</option>
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : (
          <p>
            Are you sure you want to {kind === 'erase' ? 'permanently delete' : 'delete'} {target}?
          </p>
        )}
        <Chosen articles={chosen} />
        {kind !== 'category' && <p className="dialog__note">{NOTES[kind]}</p>}
        <DialogFoot closeTo={closeTo}>{BUTTONS[kind]}</DialogFoot>
      </Form>
    </ModalDialog>
  );
}

const NOTES = {
  delete: 'Moves to the Trash for 30 days. Readers can no longer open it.',
  erase: 'Also deletes revisions and notes. This can’t be undone.',
} as const;

const BUTTONS: Record<ListDialog['kind'], ReactNode> = {
  delete: (
    <SubmitButton intent="delete" pending="Deleting..." className="button button--danger">
      Delete
    </SubmitButton>
  ),
  erase: (
    <SubmitButton intent="erase" pending="Deleting..." className="button button--danger">
      Delete Permanently
    </SubmitButton>
  ),
  category: (
    <SubmitButton intent="category" pending="Assigning...">
      Assign Category
    </SubmitButton>
  ),
};

function toText(typed: string | string[] | undefined): string {
  return typeof typed === 'string' ? typed : '';
}

function Chosen({ articles }: { articles: ArticleListView['chosen'] }) {
  const more = articles.length - MAX_LISTED;
  return (
    <ul className="chosen">
      {articles.slice(0, MAX_LISTED).map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}
