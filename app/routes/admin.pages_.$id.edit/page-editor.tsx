// The form of a standing page, and what it says when somebody else was faster.
import { Form, Link, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
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
import { newCopyId } from '../admin/living-tabs';
import { OpenElsewhere } from '../admin/open-elsewhere';
import { SaveButton } from '../admin/save-button';
import { useHeadHeight } from '../admin/use-head-height';
import { useUnsavedWarning } from '../admin/use-unsaved-warning';
import type { PageCopy } from './page-copies';
import type { RefusedPage } from './page-form.server';
import { usePageCopy } from './use-page-copy';

const uploadImage: UploadImage = (file, onProgress) => uploadPicture(file, 'articles', onProgress);

interface PageEditorProps {
  /** Null only beside a refusal. */
  page: EditedPage | null;
  refused: RefusedPage | null;
}

export function PageEditor({ page: found, refused }: PageEditorProps) {
  const [restored, setRestored] = useState<{ copy: PageCopy; over: number } | null>(null);
  const [copyId] = useState(newCopyId);
  const saved = useSavedHere(found, refused !== null);
  const page = refused?.page ?? saved;
  if (!page) return null;
  const stored = saved?.version ?? 0;
  const copy = restored && restored.over === stored && !refused ? restored.copy : null;
  // A saved page begins anew: its fields are as they are stored, and nothing is unsaved.
  return (
    <Editor
      key={`${page.id} ${stored} ${copy?.savedAt}`}
      copyId={copyId}
      // Kept words are saved over the version that they began with: over a later one only after a look at both.
      page={copy ? { ...page, ...copy.fields, version: copy.version } : page}
      saved={saved}
      refused={refused}
      restored={copy}
      onRestore={(found) => setRestored({ copy: found, over: stored })}
    />
  );
}

/**
 * The page as this tab opened or saved it. What another one saves meanwhile is no state that this form began with, and
 * the address of new pages makes another id whenever it is asked.
 */
function useSavedHere(found: EditedPage | null, isRefused: boolean): EditedPage | null {
  const [shown, setShown] = useState(found);
  const wasSent = useRef(false);
  const { state, formData } = useNavigation();
  useEffect(() => {
    if (formData?.has('version')) wasSent.current = true;
    else if (state === 'idle' && wasSent.current) {
      wasSent.current = false;
      if (!isRefused) setShown(found);
    }
  }, [state, formData, found, isRefused]);
  const isAnother = found !== null && found.version > 0 && found.id !== shown?.id;
  return isAnother ? found : shown;
}

interface EditorProps {
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

function Editor({ copyId, page, saved, refused, restored, onRestore }: EditorProps) {
  const isNew = page.version === 0;
  const [title, setTitle] = useState(page.title);
  const saving = useNavigation().formMethod === 'POST';
  const warning = useUnsavedWarning(refused !== null || restored !== null);
  const form = useRef<HTMLFormElement>(null);
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
