// The form for the signed-in person's author profile, or what to do without one.
import { Form, Link, useNavigation } from '@remix-run/react';
import { type FormEvent, useRef } from 'react';
import type { AuthorListItem } from '~/features/articles/authors/authors.server';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { ProfileFields } from '~/layouts/admin/content/profile-fields';
import { PageHead } from '~/layouts/admin/list/page-head';
import { SettingsGroup } from '~/layouts/admin/list/settings-group';
import { useMay } from '~/layouts/admin/shell/use-may';
import { SaveButton } from '~/layouts/admin/unsaved/editor-header';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { usePreservedForm } from '~/layouts/admin/unsaved/use-preserved-form';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { useWaitForUploads } from '~/ui/use-wait-for-uploads';

interface OwnProfilePageProps {
  /** Null without a linked author, and while the account is unknown. */
  author: AuthorListItem | null;
  refused: RefusedForm | null;
}

export function OwnProfilePage({ author: found, refused: answer }: OwnProfilePageProps) {
  const { key, shown, refused, onInput, onSubmit } = usePreservedForm({
    found,
    versionOf: (row) => row && `${row.id} ${row.version}`,
    intent: 'save',
    refused: answer,
  });
  const form = useRef<HTMLFormElement>(null);
  const { isWaiting, onSubmit: waitForUploads } = useWaitForUploads(form);
  const isSaving = useNavigation().formMethod === 'POST';
  if (!shown && !refused) return <NoProfile />;
  // A refused form keeps its author. The account may have been linked to another author since.
  const formId = typedText(refused, 'id') ?? shown?.id;
  const author = shown?.id === formId ? shown : null;
  const submit = (event: FormEvent) => {
    waitForUploads(event);
    if (!event.defaultPrevented) onSubmit();
  };
  return (
    <>
      <PageHead title="Your Author Profile" text="What readers learn about you.">
        {author && author.articleCount > 0 && (
          <a className="button button--quiet" href={`/author/${author.slug}`}>
            View Your Page
          </a>
        )}
      </PageHead>
      <Form
        className="form settings__form"
        method="post"
        encType="multipart/form-data"
        noValidate
        preventScrollReset
        key={key}
        ref={form}
        onInput={onInput}
        onSubmit={submit}
      >
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={formId} />
        <input type="hidden" name="version" value={typedText(refused, 'version') || author?.version} />
        <SettingsGroup
          title={author?.name ?? 'Profile'}
          text="To change the name or its URL, ask an admin or editor."
        >
          <ProfileFields refused={refused} author={author} />
        </SettingsGroup>
        <p className="settings__save">
          <SaveButton label="Save Profile" isSaving={isSaving} isWaiting={isWaiting} />
        </p>
      </Form>
    </>
  );
}

function NoProfile() {
  const mayLink = useMay()('authors');
  return (
    <>
      <PageHead title="Your Author Profile" />
      <EmptyState
        title="No author profile is linked to your account"
        text={
          mayLink
            ? 'Edit the author whose name is on your articles, and choose your account there.'
            : 'If your name is on articles, ask an admin or editor to link your account to the author.'
        }
      >
        {mayLink && (
          <Link className="button" to="/admin/authors">
            Open Authors
          </Link>
        )}
      </EmptyState>
    </>
  );
}
