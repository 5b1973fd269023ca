// The questions that the list asks: delete, delete for good, which category.
import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { DeskView } from '~/features/articles/desk-view';
import type { RefusedForm } from '~/http/form-answer.server';
import { SelectField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import type { DeskDialog } from './desk-dialog.server';

interface DeskDialogsProps {
  view: DeskView;
  dialog: DeskDialog;
  refused: RefusedForm | null;
  closeTo: string;
}

const TITLES = { delete: 'Delete', erase: 'Delete for good', category: 'Assign Category' } as const;
const LISTED = 5;

export function DeskDialogs({ view, dialog, refused, closeTo }: DeskDialogsProps) {
  const { chosen, categories } = view;
  const { kind } = dialog;
  const isOne = chosen.length === 1;
  const things = isOne ? 'this article' : `these ${chosen.length} articles`;
  const title = kind === 'category' ? TITLES.category : `${TITLES[kind]} ${isOne ? 'article' : 'articles'}`;
  if (chosen.length === 0) {
    return (
      <ModalDialog title={TITLES[kind]} closeTo={closeTo}>
        <p>There is no such article here any more. Somebody moved it meanwhile.</p>
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
          <p>Are you sure you want to delete {kind === 'erase' ? `${things} for good` : things}?</p>
        )}
        <Chosen articles={chosen} />
        {kind !== 'category' && <p className="dialog__note">{NOTES[kind]}</p>}
        <DialogFoot closeTo={closeTo}>{BUTTONS[kind]}</DialogFoot>
      </Form>
    </ModalDialog>
  );
}

const NOTES = {
  delete: 'The Trash keeps it for 30 days. Readers no longer find it.',
  erase: 'With its revisions and notes. This cannot be undone.',
} as const;

const BUTTONS: Record<DeskDialog['kind'], ReactNode> = {
  delete: (
    <SubmitButton intent="delete" pending="Deleting…" className="button button--danger">
      Delete
    </SubmitButton>
  ),
  erase: (
    <SubmitButton intent="erase" pending="Deleting…" className="button button--danger">
      Delete for good
    </SubmitButton>
  ),
  category: (
    <SubmitButton intent="category" pending="Assigning…">
      Assign Category
    </SubmitButton>
  ),
};

function toText(typed: string | string[] | undefined): string {
  return typeof typed === 'string' ? typed : '';
}

function Chosen({ articles }: { articles: DeskView['chosen'] }) {
  const more = articles.length - LISTED;
  return (
    <ul className="chosen">
      {articles.slice(0, LISTED).map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}
