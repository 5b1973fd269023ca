// The fields of an author's profile, for editors and for the person themselves.
import { AUTHOR_ROLE, BIO_LIMIT, LINKS_LIMIT, ROLE_LIMIT } from '~/features/articles/authors/author';
import type { AuthorListItem } from '~/features/articles/authors/authors.server';
import { ImageField } from '~/features/media/ui/image-field';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { FormField, TextareaField } from '~/ui/form-field';
import { useMay } from '../shell/use-may';
import { fieldProps } from '../unsaved/field-props';
import { typedText } from '../unsaved/typed-text';

const FILE = { file: 'imageFile', url: 'imageUrl', alt: null };

interface ProfileFieldsProps {
  refused: RefusedForm | null;
  /** Null for a new author, and while the author is unknown. */
  author: AuthorListItem | null;
}

export function ProfileFields({ refused, author }: ProfileFieldsProps) {
  const mayBrowse = useMay()('use images');
  const { text, field } = fieldProps(refused, author);
  const issues = refused?.issues ?? {};
  return (
    <>
      <FormField
        label="Role"
        maxLength={ROLE_LIMIT}
        autoComplete="off"
        placeholder={AUTHOR_ROLE}
        hint={`Shown on the author’s page. Leave blank to show “${AUTHOR_ROLE}” there.`}
        {...field('role')}
      />
      <TextareaField
        label="Bio"
        rows={4}
        maxLength={BIO_LIMIT}
        hint={`Up to ${BIO_LIMIT} characters. Shown on the author’s page.`}
        {...field('bio')}
      />
      <ImageField
        label="Photo"
        names={FILE}
        url={text('imageUrl')}
        shape="portrait"
        hasLibrary={mayBrowse}
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
    </>
  );
}
