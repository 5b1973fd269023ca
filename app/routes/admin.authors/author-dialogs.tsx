// Dialogs to add, edit, merge and delete an author. They work without JavaScript.
import { Form } from '@remix-run/react';
import { useState } from 'react';
import { AUTHOR_LIMIT, SLUG_LIMIT } from '~/features/articles/article';
import { AUTHOR_ROLE, BIO_LIMIT, LINKS_LIMIT, ROLE_LIMIT } from '~/features/articles/authors/author';
import type { AuthorListItem } from '~/features/articles/authors/authors.server';
import { ImageField } from '~/features/media/ui/image-field';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { DeleteDialog, deleteTitle } from '~/layouts/admin/list/delete-dialog';
import { EditDialog } from '~/layouts/admin/list/edit-dialog';
import { fieldProps } from '~/layouts/admin/unsaved/field-props';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { toSlug } from '~/lib/slug';
import { FormField, SelectField, TextareaField } from '~/ui/form-field';
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
const FILE = { file: 'imageFile', url: 'imageUrl', alt: null };

export function EditAuthor({ author, ...dialog }: DialogProps & { kind: 'new' | 'edit' }) {
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
      <FormField
        label="Role"
        maxLength={ROLE_LIMIT}
        autoComplete="off"
        placeholder={AUTHOR_ROLE}
        hint={`Leave blank to show “${AUTHOR_ROLE}”.`}
        {...field('role')}
      />
      <TextareaField
        label="Bio"
        rows={4}
        maxLength={BIO_LIMIT}
        hint={`Up to ${BIO_LIMIT} characters. Shown on the author’s page and beside their articles.`}
        {...field('bio')}
      />
      <ImageField
        label="Photo"
        names={FILE}
        url={text('imageUrl')}
        shape="portrait"
        hint="Square, at least 480 pixels wide. The author’s name is its alt text."
        errors={{ file: issues.file, url: issues.imageUrl }}
      />
      <TextareaField
        label="Links"
        name="links"
        rows={3}
        spellCheck={false}
        placeholder="https://"
        defaultValue={typedText(refused, 'links') ?? author?.links.join('\n')}
        hint={`The author’s pages on other sites, one per line. Up to ${LINKS_LIMIT}.`}
        error={issues.links}
      />
    </EditDialog>
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
          </p>
          <DialogFoot closeTo={closeTo}>
            <SubmitButton intent="merge" pending="Merging…" className="button button--danger">
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

/** @param isNamed whether articles name the author, who then stays */
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
