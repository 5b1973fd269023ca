// Dialogs to add, edit and delete an author. They work without JavaScript.
import { Form, useNavigation } from '@remix-run/react';
import { useRef, useState } from 'react';
import { AUTHOR_LIMIT, SLUG_LIMIT } from '~/features/articles/article';
import { AUTHOR_ROLE, BIO_LIMIT, LINKS_LIMIT, ROLE_LIMIT } from '~/features/articles/authors/author';
import type { AuthorListItem } from '~/features/articles/authors/authors.server';
import { ImageField } from '~/features/media/ui/image-field';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { DeleteDialog, deleteTitle, GoneDialog } from '~/layouts/admin/list/delete-dialog';
import { EditedRow } from '~/layouts/admin/list/edited-row';
import { SaveButton } from '~/layouts/admin/unsaved/editor-header';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { toSlug } from '~/lib/slug';
import { FormField, TextareaField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { useWaitForUploads } from '~/ui/use-wait-for-uploads';

interface DialogProps {
  refused: RefusedForm | null;
  closeTo: string;
  /** Null for a new author and for one that does not exist. */
  author: AuthorListItem | null;
}

const GONE = 'This author no longer exists. Someone may have deleted it.';
const FILE = { file: 'imageFile', url: 'imageUrl', alt: null };

export function EditAuthor({ kind, author, refused, closeTo }: DialogProps & { kind: 'new' | 'edit' }) {
  const form = useRef<HTMLFormElement>(null);
  const { isWaiting, onSubmit } = useWaitForUploads(form);
  const isSaving = useNavigation().formMethod === 'POST';
  const [name, setName] = useState(typedText(refused, 'name') ?? author?.name ?? '');
  const issues = refused?.issues ?? {};
  const title = kind === 'new' ? 'Add Author' : 'Edit Author';
  if (kind === 'edit' && !author && !refused)
    return <GoneDialog title={title} text={GONE} closeTo={closeTo} />;
  return (
    <ModalDialog title={title} closeTo={closeTo} wide>
      <Form
        className="form"
        method="post"
        encType="multipart/form-data"
        noValidate
        preventScrollReset
        ref={form}
        onSubmit={onSubmit}
      >
        <FormRefusal refused={refused} />
        <EditedRow kind={kind} row={author} refused={refused} />
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
            name="slug"
            maxLength={SLUG_LIMIT}
            autoComplete="off"
            spellCheck={false}
            placeholder={toSlug(name)}
            defaultValue={typedText(refused, 'slug') ?? author?.slug}
            hint={
              author
                ? 'If you change it, the old URL redirects to the new one.'
                : 'Leave blank to generate it from the name.'
            }
            error={issues.slug}
          />
        </div>
        <FormField
          label="Role"
          name="role"
          maxLength={ROLE_LIMIT}
          autoComplete="off"
          placeholder={AUTHOR_ROLE}
          defaultValue={typedText(refused, 'role') ?? author?.role}
          hint={`Leave blank to show “${AUTHOR_ROLE}”.`}
          error={issues.role}
        />
        <TextareaField
          label="Bio"
          name="bio"
          rows={4}
          maxLength={BIO_LIMIT}
          defaultValue={typedText(refused, 'bio') ?? author?.bio}
          hint={`Up to ${BIO_LIMIT} characters. Shown on the author’s page and beside their articles.`}
          error={issues.bio}
        />
        <ImageField
          label="Photo"
          names={FILE}
          url={typedText(refused, 'imageUrl') ?? author?.imageUrl ?? ''}
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
        <DialogFoot closeTo={closeTo}>
          <SaveButton label="Save Author" isSaving={isSaving} isWaiting={isWaiting} />
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}

/** @param isNamed whether articles name the author, who then stays */
export function DeleteAuthor({ author, isNamed, refused, closeTo }: DialogProps & { isNamed: boolean }) {
  const title = deleteTitle('author');
  if (!author && !refused) return <GoneDialog title={title} text={GONE} closeTo={closeTo} />;
  if (author && isNamed && !refused)
    return (
      <ModalDialog title={title} closeTo={closeTo}>
        <p>
          Articles name <strong>{author.name}</strong>, so the author can’t be deleted. Change the author of
          these articles first, including those in the Trash.
        </p>
      </ModalDialog>
    );
  return (
    <DeleteDialog noun="author" id={author?.id} refused={refused} closeTo={closeTo}>
      {author && (
        <p className="dialog__note">
          No article names <strong>{author.name}</strong>. The photo stays in the media library.
        </p>
      )}
    </DeleteDialog>
  );
}
