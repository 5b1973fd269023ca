// The article editor: one form around the content and its settings.
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { type MutableRefObject, useEffect, useRef, useState } from 'react';
import type { EditorView } from '~/features/articles/editor/article-editor';
import type { TabCopy } from '~/features/articles/editor/drafts.server';
import type { RefusedArticle } from '~/http/admin/article-form.server';
import { FormRefusal, signInAddress } from '~/ui/form-refusal';
import { Icon } from '~/ui/icon';
import { useWaitForUploads } from '~/ui/use-wait-for-uploads';
import { useCopyOwner } from '../unsaved/copy-owner';
import { OpenElsewhere, SaveButton, useHeadHeight, useSaveShortcut } from '../unsaved/editor-header';
import { newCopyId } from '../unsaved/tab-locks';
import { useLastRefusal } from '../unsaved/use-preserved-form';
import { type ArticleCopy, articleCopies, replacesDraft } from './article-copies';
import { Checklist } from './checklist';
import { ConflictPage, TabCopyFields } from './conflict-page';
import { ContentPart } from './content-part';
import { DraftOffers } from './draft-offers';
import { EditorTabs } from './editor-tabs';
import { FocusButton, FocusScript } from './focus-mode';
import { readFields } from './form-state';
import { MediaPart } from './media-part';
import { OutlinePanel } from './outline/outline-panel';
import { ReadingPanel } from './reading-panel';
import { SavedStateLine } from './saved-state';
import { SettingsPart } from './settings-part';
import { TemplateChoice } from './template-choice';
import { useConflict } from './use-conflict';
import { useOffers } from './use-draft-offers';
import { partsOf, useTabs } from './use-tabs';
import { type UnsavedText, useUnsaved } from './use-unsaved';

interface EditorPageProps {
  view: EditorView;
  refused: RefusedArticle | null;
}

/** The screen for new and for saved articles. Typed text stays when the first save changes the URL. */
export function ArticleScreen() {
  const view = useLoaderData<EditorView>();
  const refused = useActionData<RefusedArticle>() ?? null;
  return <Editing key={useEditing(refused ?? view)} view={view} refused={refused} />;
}

/**
 * A React key per article. The first save turns a new article into a stored one without a new key, and the
 * loader for new articles returns another id on every call.
 */
function useEditing({ id, version }: { id: string; version: number }): number {
  const isNew = version === 0;
  const [edited, setEdited] = useState({ key: 0, id, isNew });
  // A form that was returned during an outage is on a page without a version.
  const isAnother = id !== edited.id && !(isNew && edited.isNew);
  if (isAnother || (edited.isNew && !isNew))
    setEdited({ key: isAnother ? edited.key + 1 : edited.key, id, isNew });
  return edited.key;
}

/** Shows the conflict after a stale save, and the form otherwise. */
function Editing({ view, refused: answer }: EditorPageProps) {
  const [{ id, copyId }] = useState(answer ?? view);
  const [copy, setCopy] = useState<ArticleCopy | null>(null);
  const refused = useLastRefusal(answer, `${id} ${view.version}`);
  const conflict = useConflict(answer);
  const offers = useOffers({ id: view.version === 0 ? null : id, copyId, drafts: view.drafts });
  useMerged(copyId, refused !== null || conflict !== null);
  // The form after a conflict starts from the merged fields.
  if (conflict && copy) setCopy(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the conflict replaces the form
  useEffect(() => {
    if (conflict) offers.preserve(conflict.fields);
  }, [conflict !== null]);
  const typed = useRef<UnsavedText | null>(null);
  const owner = useCopyOwner();
  const restore = (restored: ArticleCopy) => {
    // Preserve the form's current text as a separate copy.
    if (typed.current) articleCopies.save({ ...typed.current, copyId: newCopyId(), id, owner: owner() });
    setCopy(restored);
  };
  if (conflict) return <ConflictPage refused={conflict} onDiscard={() => articleCopies.delete(copyId)} />;
  return (
    <>
      <FocusScript />
      {offers.isOpenElsewhere && <OpenElsewhere what="article" />}
      {view.start && !refused && !copy && <TemplateChoice {...view.start} />}
      <DraftOffers
        drafts={refused || copy ? [] : offers.drafts}
        copies={refused || copy ? [] : offers.copies}
        onRestore={restore}
        onDiscard={offers.discard}
      />
      <EditorForm
        // A restored draft starts a new form.
        key={copy ? `copy-${copy.savedAt}` : ''}
        view={view}
        refused={refused}
        copy={copy}
        typed={typed}
        tab={{ id, copyId, restored: copy ? restoredWith(copy, view) : (refused ?? view).restored }}
      />
    </>
  );
}

/** The server's older draft of the same copy, which the restored local copy replaces. */
function restoredWith(copy: ArticleCopy, { drafts }: EditorView): TabCopy['restored'] {
  const draft = drafts.find((stored) => replacesDraft(copy, stored));
  return draft ? { id: draft.id, savedAt: draft.savedAt } : null;
}

/** After a merged version was saved, deletes this browser's copy. */
function useMerged(copyId: string, isRefused: boolean): void {
  const { state, formData } = useNavigation();
  const wasSent = useRef(false);
  useEffect(() => {
    if (formData?.get('intent') === 'merge') wasSent.current = true;
    else if (state === 'idle' && wasSent.current) {
      wasSent.current = false;
      if (!isRefused) articleCopies.delete(copyId);
    }
  }, [state, formData, copyId, isRefused]);
}

const DUPLICATE_FORM = 'duplicate-article';

/** Its form is outside of the editor's form. The second click of a double click would create a second copy. */
function DuplicateButton() {
  return (
    <button
      className="button button--quiet"
      type="submit"
      form={DUPLICATE_FORM}
      data-command="Duplicate Article"
      onClick={(event) => event.detail > 1 && event.preventDefault()}
    >
      Duplicate
    </button>
  );
}

interface EditorFormProps extends EditorPageProps {
  copy: ArticleCopy | null;
  /** Receives the form's unsaved text. */
  typed: MutableRefObject<UnsavedText | null>;
  tab: TabCopy & { id: string };
}

function EditorForm({ view, refused, copy, typed, tab }: EditorFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const saving = useNavigation().formMethod === 'POST';
  // Keep the initial fields: new default values would appear in fields that were not edited.
  const [opened] = useState(copy ?? refused ?? view);
  const { fields } = opened;
  const { id, copyId } = tab;
  const [restored] = useState(tab.restored);
  const issues = refused?.issues ?? {};
  const isStored = !copy && !refused && !view.restored;
  const { state, version, noteChange } = useUnsaved(form, {
    ...{ id, copyId, version: opened.version, isStored },
    ...{ stored: view, from: copy, typed },
  });
  const { isWaiting, onSubmit } = useWaitForUploads(form);
  useHeadHeight(form);
  const [now, setNow] = useState(fields);
  const noteTyping = () => {
    noteChange();
    if (form.current) setNow(readFields(form.current));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save fills in fields that were empty
  useEffect(() => {
    if (form.current) setNow(readFields(form.current));
  }, [version]);
  const [part, openPart] = useTabs(refused?.issues);
  const isNew = version === 0 && view.version === 0;
  const here = `/admin/articles/${id}`;
  const ways: [label: string, to: string][] = isNew ? [] : [['History', `${here}/revisions`]];
  if (!isNew && view.reading) ways.push(['Readership', `${here}/readership`]);
  if (!isNew && !view.isReadOnly) ways.push(['Related', `${here}/related`]);
  if (!isNew && view.fields.status !== 'published' && !view.isReadOnly) ways.push(['Share', `${here}/share`]);
  useSaveShortcut(form, !saving && !isWaiting && !view.isReadOnly);
  const parts = { fields, issues, hiddenUnless: part };
  const previewLink = {
    href: `/article/${view.slug}`,
    target: '_blank',
    rel: 'noopener',
    children: state.kind === 'saved' ? 'Preview' : 'Preview Saved Version',
  };
  return (
    <>
      <Form
        className="editor"
        method="post"
        action={isNew ? '/admin/articles/new' : `/admin/articles/${id}/edit`}
        encType="multipart/form-data"
        noValidate
        preventScrollReset
        ref={form}
        onInput={noteTyping}
        onSubmit={onSubmit}
      >
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <TabCopyFields copyId={copyId} restored={restored} />
        <header className="editor__head">
          <Link className="editor__back" to="/admin/articles">
            <Icon name="arrow-left" size={18} />
            <span className="editor__back-text">Back to Articles</span>
          </Link>
          <h1 className="editor__title">{isNew ? 'Create Article' : 'Edit Article'}</h1>
          <SavedStateLine
            state={state}
            savedAt={view.savedAt}
            signInPath={signInAddress(isNew ? '/admin/articles/new' : `/admin/articles/${id}/edit`)}
          />
          <div className="editor__actions">
            {ways.map(([label, to]) => (
              <Link className="button button--quiet editor__history" key={to} to={to} data-command={label}>
                {label}
              </Link>
            ))}
            {view.slug && (
              <a {...previewLink} className="button button--quiet editor__history" data-command="Preview" />
            )}
            <FocusButton onStart={() => openPart('content')} refused={refused} />
            {!view.isReadOnly && <SaveButton label="Save Article" isSaving={saving} isWaiting={isWaiting} />}
          </div>
          <EditorTabs part={part} refused={partsOf(issues)} onOpen={openPart} />
        </header>
        <FormRefusal refused={refused} />
        {view.isReadOnly && (
          <p className="refusal">
            <strong>An editor has published or scheduled this article.</strong> You can still read it here. To
            change it, ask an editor.
          </p>
        )}
        <div className="editor__parts">
          <ContentPart
            id={id}
            {...parts}
            isNew={isNew && !refused}
            onChange={noteTyping}
            readFields={() => form.current && readFields(form.current)}
          />
          <div className="editor__side">
            <OutlinePanel form={form} isHidden={part !== null && part !== 'content'} />
            <SettingsPart view={view} {...parts} />
            <MediaPart {...parts} now={now} />
            <Checklist fields={now} requiresAltText={view.requiresAltText} />
            {view.reading && <ReadingPanel id={id} figures={view.reading} />}
            {/* On phones these links do not fit into the header. */}
            <p className="editor__ways">
              {view.slug && <a {...previewLink} className="link" />}
              {ways.map(([label, to]) => (
                <Link className="link" key={to} to={to}>
                  {label}
                </Link>
              ))}
            </p>
            {!isNew && (
              <p className="editor__copies">
                <DuplicateButton />
                {/* Loads a document, so that the browser asks before unsaved text is left. */}
                <Link
                  className="button button--quiet"
                  to={`/admin/articles/templates?from=${id}`}
                  reloadDocument
                  data-command="Save as Template"
                >
                  Save as Template
                </Link>
              </p>
            )}
          </div>
        </div>
      </Form>
      {/* Posts a document, so that the browser asks before unsaved text is left. */}
      <Form id={DUPLICATE_FORM} method="post" action={`${here}/duplicate`} reloadDocument />
    </>
  );
}
