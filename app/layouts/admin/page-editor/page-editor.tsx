// The editor of a static page, with its conflict view.
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { type RefObject, useContext, useRef, useState } from 'react';
import { FocalPointPicker } from '~/features/media/ui/focal-point-picker';
import { MediaPicker } from '~/features/media/ui/media-picker';
import { uploadToLibrary } from '~/features/media/ui/upload-to-library';
import type { EditedPage, PageFields } from '~/features/pages/page-view';
import { PAGE_SUMMARY_LIMIT, PAGE_TITLE_LIMIT } from '~/features/pages/page-view';
import { SearchAndSocial } from '~/features/seo/ui/search-and-social';
import { SocialImageField } from '~/features/seo/ui/social-image-field';
import type { RefusedPage } from '~/http/admin/page-form.server';
import { toSlug } from '~/lib/slug';
import { FormField, TextareaField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { Icon } from '~/ui/icon';
import type { UploadImage } from '~/ui/rich-text/media/upload-image';
import { RichTextField } from '~/ui/rich-text/rich-text-field';
import { useWaitForUploads } from '~/ui/use-wait-for-uploads';
import { findArticleLinks, findTargets } from '../shell/article-choices';
import { SiteContext } from '../shell/use-may';
import { OpenElsewhere, SaveButton, useHeadHeight, useSaveShortcut } from '../unsaved/editor-header';
import { RecoveredDraft } from '../unsaved/recovered-draft';
import { useLastRefusal } from '../unsaved/use-preserved-form';
import { useUnsavedWarning } from '../unsaved/use-unsaved-warning';
import type { PageCopy } from './page-copies';
import { usePageCopy } from './use-page-copy';
import { useRenderedPage } from './use-rendered-page';

const uploadImage: UploadImage = (file, onProgress) => uploadToLibrary(file, 'articles', onProgress);

interface PageEditorProps {
  /** Null only together with a refusal. */
  page: EditedPage | null;
  refused: RefusedPage | null;
}

/** The screen for new and for saved pages. Typed text stays when the first save changes the URL. */
export function PageScreen() {
  const page = useLoaderData<EditedPage | null>();
  const refused = useActionData<RefusedPage>() ?? null;
  return page || refused ? <PageEditor page={page} refused={refused} /> : <PageGone />;
}

function PageEditor({ page: found, refused: answer }: PageEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const { rendered, restore } = useRenderedPage(form, found, answer !== null);
  const refused = useLastRefusal(answer, String(rendered.turn));
  const page = refused?.page ?? rendered.page;
  if (!page) return null;
  return (
    <Editor
      key={rendered.key}
      form={form}
      copyId={rendered.copyId}
      page={page}
      saved={rendered.saved}
      asSubmitted={rendered.asSubmitted}
      refused={refused}
      restored={rendered.restored}
      onRestore={restore}
    />
  );
}

interface EditorProps {
  form: RefObject<HTMLFormElement>;
  /** The tab's copy id. */
  copyId: string;
  /** The initial values of the fields. */
  page: EditedPage;
  saved: EditedPage | null;
  /** The saved page as the form has it. */
  asSubmitted: PageFields | null;
  refused: RefusedPage | null;
  /** The local copy that the fields were restored from. */
  restored: PageCopy | null;
  onRestore(copy: PageCopy): void;
}

function Editor(props: EditorProps) {
  const { form, copyId, page, saved, asSubmitted, refused, restored, onRestore } = props;
  const isNew = page.version === 0;
  const [title, setTitle] = useState(page.title);
  const [summary, setSummary] = useState(page.summary);
  const site = useContext(SiteContext);
  const saving = useNavigation().formMethod === 'POST';
  const warning = useUnsavedWarning(refused !== null || restored !== null);
  const { found, ...copy } = usePageCopy(form, {
    ...{ copyId, page, asSubmitted, restored, refused },
    onSaved: warning.onSubmit,
  });
  const onInput = () => {
    warning.onInput();
    copy.onInput();
  };
  const { isWaiting, onSubmit } = useWaitForUploads(form);
  useHeadHeight(form);
  useSaveShortcut(form, !saving && !isWaiting);
  const issues = refused?.issues ?? {};
  return (
    <Form
      className="editor"
      method="post"
      encType="multipart/form-data"
      // A page that was deleted in the meantime is saved as a new one.
      {...(refused?.isGone && { action: '/admin/pages/new' })}
      noValidate
      preventScrollReset
      ref={form}
      onInput={onInput}
      onSubmit={(event) => {
        onSubmit(event);
        if (event.defaultPrevented) return;
        warning.onSubmit();
        copy.onSubmit();
      }}
    >
      <input type="hidden" name="id" value={page.id} />
      <input type="hidden" name="version" value={page.version} />
      <header className="editor__head">
        <Link className="editor__back" to="/admin/pages">
          <Icon name="arrow-left" size={18} />
          <span className="editor__back-text">Back to Pages</span>
        </Link>
        <h1 className="editor__title">{isNew ? 'New Page' : 'Edit Page'}</h1>
        <div className="editor__actions">
          {saved && !isNew && (
            <a
              className="button button--quiet"
              href={`/page/${saved.slug}`}
              target="_blank"
              rel="noopener"
              data-command="View Page"
            >
              View Page
            </a>
          )}
          <SaveButton label="Save Page" isSaving={saving} isWaiting={isWaiting} />
        </div>
      </header>
      <FormRefusal refused={refused} />
      {copy.isOpenElsewhere && <OpenElsewhere what="page" />}
      {found.map((draft) => (
        <RecoveredDraft
          key={draft.copyId}
          title={draft.fields.title}
          savedAt={draft.savedAt}
          onRestore={() => onRestore(draft)}
          onDiscard={() => copy.discard(draft)}
        />
      ))}
      {refused && <Conflict refused={refused} />}
      <div className="page-editor">
        <FormField
          label="Title"
          name="title"
          required
          maxLength={PAGE_TITLE_LIMIT}
          autoComplete="off"
          defaultValue={page.title}
          onChange={(event) => setTitle(event.target.value)}
          error={issues.title}
        />
        <FormField
          label="URL Slug"
          name="slug"
          maxLength={PAGE_TITLE_LIMIT}
          autoComplete="off"
          spellCheck={false}
          placeholder={toSlug(title)}
          defaultValue={page.slug}
          hint={
            isNew
              ? 'The end of the page’s URL, after /page/. Leave blank to generate it from the title.'
              : 'The end of the page’s URL, after /page/. If you change it, the old URL redirects to the new one.'
          }
          error={issues.slug}
        />
        <TextareaField
          label="Summary"
          name="summary"
          rows={2}
          maxLength={PAGE_SUMMARY_LIMIT}
          defaultValue={page.summary}
          onChange={(event) => setSummary(event.target.value)}
          hint="Shown under the title and in search results."
          error={issues.summary}
        />
        <RichTextField
          label="Content"
          name="content"
          defaultValue={page.content}
          error={issues.content}
          onChange={onInput}
          uploadImage={uploadImage}
          ImagePicker={MediaPicker}
          FocusPicker={FocalPointPicker}
          findLinks={findArticleLinks}
          findTargets={findTargets}
        />
        <SearchAndSocial
          fields={page}
          derived={{ title, description: summary, path: `/page/${toSlug(page.slug || title)}`, image: '' }}
          site={site}
          issues={issues}
        >
          <SocialImageField url={page.socialImage} error={issues.socialImage} fallback="the default image" />
        </SearchAndSocial>
      </div>
    </Form>
  );
}

function Conflict({ refused: { differences, isGone, page } }: { refused: RefusedPage }) {
  if (isGone)
    return <p className="page-conflict__text">Your text is still below. Save it to create the page again.</p>;
  if (differences.length === 0) return null;
  return (
    <section className="page-conflict panel" aria-labelledby="page-conflict">
      <h2 className="headline headline--4" id="page-conflict">
        Two versions of this page
      </h2>
      <p className="page-conflict__text">
        Your changes are still in the form below. Copy what you need from the saved version, then save to
        replace it. Or{' '}
        <a className="link" href={`/admin/pages/${page.id}/edit`}>
          discard your changes and open the saved version
        </a>
        .
      </p>
      {differences.map(({ label, theirs, yours }) => (
        <div className="page-conflict__field" key={label}>
          <h3 className="page-conflict__label">{label}</h3>
          <dl className="page-conflict__texts">
            <div>
              <dt>Saved version</dt>
              <dd>{theirs || '(empty)'}</dd>
            </div>
            <div>
              <dt>Your version, not saved</dt>
              <dd>{yours || '(empty)'}</dd>
            </div>
          </dl>
        </div>
      ))}
    </section>
  );
}

/** Shown in place of a page that was deleted. */
function PageGone() {
  return (
    <section className="admin-error">
      <p className="admin-error__code">404</p>
      <h1 className="headline headline--2">Page not found</h1>
      <p className="admin-error__text">This page no longer exists.</p>
      <Link className="button" to="/admin/pages">
        Back to Pages
      </Link>
    </section>
  );
}
