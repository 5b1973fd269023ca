// Dialogs to add, edit, merge and delete an author. They work without JavaScript.
import { Form } from '@remix-run/react';
import { useState } from 'react';
import { roleName } from '~/features/accounts/capabilities';
import { AUTHOR_LIMIT, SLUG_LIMIT } from '~/features/articles/article';
import type { AccountChoice } from '~/features/articles/authors/author';
import type { AuthorListItem } from '~/features/articles/authors/authors.server';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { ProfileFields } from '~/layouts/admin/content/profile-fields';
import { DeleteDialog, deleteTitle } from '~/layouts/admin/list/delete-dialog';
import { EditDialog } from '~/layouts/admin/list/edit-dialog';
import { fieldProps } from '~/layouts/admin/unsaved/field-props';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { toSlug } from '~/lib/slug';
import { FormField, SelectField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';

interface DialogProps {
  refused: RefusedForm | null;
  closeTo: string;
  /** Null for a new author and for one that does not exist. */
  author: AuthorListItem | null;
}

const GONE = 'This author no longer exists. Someone may have deleted it.';
interface EditAuthorProps extends DialogProps {
  kind: 'new' | 'edit';
  /** Staff accounts that are not linked yet. */
  accounts: AccountChoice[];
}

export function EditAuthor({ author, accounts, ...dialog }: EditAuthorProps) {
  const { kind, refused } = dialog;
  const { text, field } = fieldProps(refused, author);
  const [name, setName] = useState(text('name'));
  const issues = refused?.issues ?? {};
  const title = kind === 'new' ? 'Add Author' : 'Edit Author';
  return (
    <EditDialog
      {...dialog}
      row={author}
      title={title}
      gone={GONE}
      save="Save Author"
      wide
      noValidate
      hasUploads
    >
      <div className="form__row">
        <FormField
          label="Name"
          name="name"
          required
          maxLength={AUTHOR_LIMIT}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
          hint={author ? 'A new name also appears on the author’s articles.' : undefined}
          error={issues.name}
        />
        <FormField
          label="URL Slug"
          maxLength={SLUG_LIMIT}
          autoComplete="off"
          spellCheck={false}
          placeholder={toSlug(name)}
          hint={
            author
              ? 'If you change it, the old URL redirects to the new one.'
              : 'Leave blank to generate it from the name.'
          }
          {...field('slug')}
        />
      </div>
      <AccountField refused={refused} author={author} accounts={accounts} />
      <ProfileFields refused={refused} author={author} />
    </EditDialog>
  );
}

function AccountField({
  refused,
  author,
  accounts,
}: Pick<EditAuthorProps, 'refused' | 'author' | 'accounts'>) {
  const { text, field } = fieldProps(refused, author);
  const chosen = text('userId');
  const choices = author?.account ? [author.account, ...accounts] : accounts;
  return (
    <SelectField
      label="Linked account"
      hint="This person can edit the role, bio, photo and links. Guests have no account."
      {...field('userId')}
    >
      <option value="">Guest</option>
      {chosen && !choices.some(({ id }) => id === chosen) && (
        <option value={chosen}>Previously selected (no longer available)</option>
      )}
      {choices.map(({ id, name, role }) => (
        <option key={id} value={id}>
          {name} ({roleName(role)})
        </option>
      ))}
    </SelectField>
  );
}

export function MergeAuthor({
  author,
  authors,
  refused,
  closeTo,
}: DialogProps & { authors: AuthorListItem[] }) {
  const others = authors.filter(({ id }) => id !== author?.id);
  return (
    <ModalDialog title="Merge Author" closeTo={closeTo}>
      {author ? (
        <Form className="form" method="post" preventScrollReset>
          <FormRefusal refused={refused} />
          <input type="hidden" name="intent" value="merge" />
          <input type="hidden" name="id" value={author.id} />
          <SelectField
            label="Merge into"
            name="into"
            required
            defaultValue={typedText(refused, 'into') ?? ''}
            error={refused?.issues.into}
          >
            <option value="">Choose the author to keep</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <p className="dialog__note">
            All articles by <strong>{author.name}</strong> get the author you keep, whose profile stays as it
            is. The URL of {author.name} redirects there. {author.name} is deleted. This can’t be undone.
            {author.account &&
              ` The account of ${author.account.name} is linked to the author you keep, if that author is a guest.`}
          </p>
          <DialogFoot closeTo={closeTo}>
            <SubmitButton intent="merge" pending="Merging..." className="button button--danger">
              Merge Author
            </SubmitButton>
          </DialogFoot>
        </Form>
      ) : (
        <p>{GONE}</p>
      )}
    </ModalDialog>
  );
}

/** @param isNamed whether articles name the author, who then can't be deleted */
export function DeleteAuthor({ author, isNamed, refused, closeTo }: DialogProps & { isNamed: boolean }) {
  if (author && isNamed && !refused)
    return (
      <ModalDialog title={deleteTitle('author')} closeTo={closeTo}>
        <p>
          Articles name <strong>{author.name}</strong>, so the author can’t be deleted. Change the author of
          these articles first, including those in the Trash.
        </p>
      </ModalDialog>
    );
  return (
    <DeleteDialog noun="author" id={author?.id} gone={GONE} refused={refused} closeTo={closeTo}>
      {author && (
        <p className="dialog__note">
          No article names <strong>{author.name}</strong>. The photo stays in the media library.
        </p>
      )}
    </DeleteDialog>
  );
}
