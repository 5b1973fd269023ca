// The form of a standing page, and what it says when somebody else was faster.
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { type RefObject, useRef, useState } from 'react';
import { uploadPicture } from '~/features/media/ui/upload-picture';
import { SUMMARY_LIMIT, TITLE_LIMIT } from '~/features/pages/page-limits';
import type { EditedPage } from '~/features/pages/page-view';
import { toSlug } from '~/lib/slug';
import { FormField, TextareaField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { Icon } from '~/ui/icon';
import { RichTextField } from '~/ui/rich-text/rich-text-field';
import type { UploadImage } from '~/ui/rich-text/upload-image';
import { useWaitForUploads } from '~/ui/use-wait-for-uploads';
import { KeptWords } from '../admin/kept-words';
import { OpenElsewhere } from '../admin/open-elsewhere';
import { SaveButton } from '../admin/save-button';
import { useHeadHeight } from '../admin/use-head-height';
import { useLastRefusal } from '../admin/use-last-refusal';
import { useUnsavedWarning } from '../admin/use-unsaved-warning';
import type { PageCopy } from './page-copies';
import type { RefusedPage } from './page-form.server';
import { PageGone } from './page-gone';
import { useDrawnPage } from './use-drawn-page';
import { usePageCopy } from './use-page-copy';

const uploadImage: UploadImage = (file, onProgress) => uploadPicture(file, 'articles', onProgress);

interface PageEditorProps {
  /** Null only beside a refusal. */
  page: EditedPage | null;
  refused: RefusedPage | null;
}

/** The address of a new page and that of a saved one have this in common: what is typed stays from the one to the other. */
export function PageScreen() {
  const page = useLoaderData<EditedPage | null>();
  const refused = useActionData<RefusedPage>() ?? null;
  return page || refused ? <PageEditor page={page} refused={refused} /> : <PageGone />;
}

function PageEditor({ page: found, refused: answer }: PageEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const { drawn, restore } = useDrawnPage(form, found, answer !== null);
  const refused = useLastRefusal(answer, `${drawn.key} ${drawn.page?.version}`);
  const page = refused?.page ?? drawn.page;
  if (!page) return null;
  return (
    <Editor
      key={drawn.key}
      form={form}
      copyId={drawn.copyId}
      page={page}
      saved={drawn.saved}
      refused={refused}
      restored={drawn.restored}
      onRestore={restore}
    />
  );
}

interface EditorProps {
  form: RefObject<HTMLFormElement>;
  /** Of this tab. */
  copyId: string;
  /** What the fields begin with. */
  page: EditedPage;
  saved: EditedPage | null;
  refused: RefusedPage | null;
  /** They are words that this browser kept. */
  restored: PageCopy | null;
  onRestore(copy: PageCopy): void;
}

function Editor({ form, copyId, page, saved, refused, restored, onRestore }: EditorProps) {
  const isNew = page.version === 0;
  const [title, setTitle] = useState(page.title);
  const saving = useNavigation().formMethod === 'POST';
  const warning = useUnsavedWarning(refused !== null || restored !== null);
  const { found, ...copy } = usePageCopy(form, { copyId, page, restored, refused });
  const onInput = () => {
    warning.onInput();
    copy.onInput();
  };
  const { isWaiting, onSubmit } = useWaitForUploads(form);
  useHeadHeight(form);
  const issues = refused?.issues ?? {};
  return (
    <Form
      className="editor"
      method="post"
      // One that was deleted meanwhile is saved as a new one.
      action={refused?.isGone ? '/admin/pages/new' : undefined}
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
          <span className="editor__back-words">Back to Pages</span>
        </Link>
        <h1 className="editor__title">{isNew ? 'New Page' : 'Edit Page'}</h1>
        <div className="editor__actions">
          {saved && !isNew && (
            <a className="button button--quiet" href={`/page/${saved.slug}`} target="_blank" rel="noopener">
              View Page
            </a>
          )}
          <SaveButton words="Save Page" isSaving={saving} isWaiting={isWaiting} />
        </div>
      </header>
      <FormRefusal refused={refused} />
      {copy.isOpenElsewhere && <OpenElsewhere what="page" />}
      {found.map((words) => (
        <KeptWords
          key={words.copyId}
          title={words.fields.title}
          savedAt={words.savedAt}
          onRestore={() => onRestore(words)}
          onDiscard={() => copy.discard(words)}
        />
      ))}
      {refused && <Conflict refused={refused} />}
      <div className="page-editor">
        <FormField
          label="Title"
          name="title"
          required
          maxLength={TITLE_LIMIT}
          autoComplete="off"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          error={issues.title}
        />
        <FormField
          label="URL Slug"
          name="slug"
          maxLength={TITLE_LIMIT}
          autoComplete="off"
          spellCheck={false}
          placeholder={toSlug(title)}
          defaultValue={page.slug}
          hint={
            isNew
              ? 'The page’s address is /page/ and this. Left empty, it is made from the title.'
              : 'The page’s address is /page/ and this. When it changes, the old address leads to the new one.'
          }
          error={issues.slug}
        />
        <TextareaField
          label="Summary"
          name="summary"
          rows={2}
          maxLength={SUMMARY_LIMIT}
          defaultValue={page.summary}
          hint="Stands under the title and in search results."
          error={issues.summary}
        />
        <RichTextField
          label="Content"
          name="content"
          defaultValue={page.content}
          error={issues.content}
          onChange={onInput}
          uploadImage={uploadImage}
        />
      </div>
    </Form>
  );
}

function Conflict({ refused: { differences, isGone, page } }: { refused: RefusedPage }) {
  if (isGone)
    return (
      <p className="page-conflict__words">
        Your text is still below. Save it, and it becomes a page of its own again.
      </p>
    );
  if (differences.length === 0) return null;
  return (
    <section className="page-conflict panel" aria-labelledby="page-conflict">
      <h2 className="headline headline--4" id="page-conflict">
        Two versions of this page
      </h2>
      <p className="page-conflict__words">
        Your text is still in the form below. Take over from theirs what should stay, then save: yours
        replaces it. Or{' '}
        <a className="link" href={`/admin/pages/${page.id}/edit`}>
          give up yours and open theirs
        </a>
        .
      </p>
      {differences.map(({ label, theirs, yours }) => (
        <div className="page-conflict__field" key={label}>
          <h3 className="page-conflict__label">{label}</h3>
          <dl className="page-conflict__texts">
            <div>
              <dt>Theirs, saved</dt>
              <dd>{theirs || '(empty)'}</dd>
            </div>
            <div>
              <dt>Yours, not saved</dt>
              <dd>{yours || '(empty)'}</dd>
            </div>
          </dl>
        </div>
      ))}
    </section>
  );
}
