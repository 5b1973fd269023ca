// The article editor: the article in the middle, what belongs to it at the side, one form around both.
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { type MutableRefObject, useEffect, useRef, useState } from 'react';
import type { EditorView } from '~/features/articles/article-editor';
import type { TabCopy } from '~/features/articles/drafts.server';
import { FormRefusal, signInAddress } from '~/ui/form-refusal';
import { Icon } from '~/ui/icon';
import { useWaitForUploads } from '~/ui/use-wait-for-uploads';
import { newCopyId } from '../admin/living-tabs';
import { OpenElsewhere } from '../admin/open-elsewhere';
import { SaveButton } from '../admin/save-button';
import { useHeadHeight } from '../admin/use-head-height';
import { useLastRefusal } from '../admin/use-last-refusal';
import { Checklist } from './checklist';
import { ConflictPage } from './conflict-page';
import { ContentPart } from './content-part';
import { DraftOffers } from './draft-offers';
import type { RefusedArticle } from './editor-form.server';
import { EditorTabs } from './editor-tabs';
import { readFields } from './form-state';
import { forgetLocally, keepLocally, type LocalCopy } from './local-copies';
import { MediaPart } from './media-part';
import { SavedStateLine } from './saved-state';
import { SettingsPart } from './settings-part';
import { TabCopyFields } from './tab-copy-fields';
import { useConflict } from './use-conflict';
import { useOffers } from './use-offers';
import { useSaveByKey } from './use-save-by-key';
import { partsOf, useTabs } from './use-tabs';
import { type TypedWords, useUnsaved } from './use-unsaved';

interface EditorPageProps {
  view: EditorView;
  refused: RefusedArticle | null;
}

/** The address of a new article and that of a saved one have this in common: what is typed stays from the one to the other. */
export function ArticleScreen() {
  const view = useLoaderData<EditorView>();
  const refused = useActionData<RefusedArticle>() ?? null;
  return <Editing key={useEditing(refused ?? view)} view={view} refused={refused} />;
}

/**
 * A number for each article, as each is a page of its own. The first save makes the new one a stored one, and the address
 * of new ones makes another id whenever it is asked.
 */
function useEditing({ id, version }: { id: string; version: number }): number {
  const isNew = version === 0;
  const [edited, setEdited] = useState({ key: 0, id, isNew });
  // What is given back while the database is away comes in a page that knows of no version.
  const isAnother = id !== edited.id && !(isNew && edited.isNew);
  if (isAnother || (edited.isNew && !isNew))
    setEdited({ key: isAnother ? edited.key + 1 : edited.key, id, isNew });
  return edited.key;
}

/** A stale save first shows what differs; every other one the form. */
function Editing({ view, refused: answer }: EditorPageProps) {
  const [{ id, copyId }] = useState(answer ?? view);
  const [copy, setCopy] = useState<LocalCopy | null>(null);
  const refused = useLastRefusal(answer, `${id} ${view.version}`);
  const conflict = useConflict(answer);
  const offers = useOffers({ id: view.version === 0 ? null : id, copyId, drafts: view.drafts });
  useMerged(copyId, refused !== null || conflict !== null);
  // What comes of the conflict is the next form's beginning.
  if (conflict && copy) setCopy(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form gives way
  useEffect(() => {
    if (conflict) offers.setAside(conflict.fields);
  }, [conflict !== null]);
  const typed = useRef<TypedWords | null>(null);
  const restore = (words: LocalCopy) => {
    // What the form held is not what goes on in it.
    if (typed.current) keepLocally({ ...typed.current, copyId: newCopyId(), id });
    setCopy(words);
  };
  if (conflict) return <ConflictPage refused={conflict} onDiscard={() => forgetLocally(copyId)} />;
  return (
    <>
      {offers.isOpenElsewhere && <OpenElsewhere what="article" />}
      <DraftOffers
        drafts={refused || copy ? [] : offers.drafts}
        copies={refused || copy ? [] : offers.copies}
        onRestore={restore}
        onDiscard={offers.discard}
      />
      <EditorForm
        // Restored words are another form: its text and its fields begin anew.
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

/** Its older words on the server went with those that this browser kept. */
function restoredWith({ copyId }: LocalCopy, { drafts }: EditorView): TabCopy['restored'] {
  const draft = drafts.find(({ id }) => id === copyId);
  return draft ? { id: copyId, savedAt: draft.savedAt } : null;
}

/** What was chosen of two versions is saved: this browser need not keep it any more. */
function useMerged(copyId: string, isRefused: boolean): void {
  const { state, formData } = useNavigation();
  const wasSent = useRef(false);
  useEffect(() => {
    if (formData?.get('intent') === 'merge') wasSent.current = true;
    else if (state === 'idle' && wasSent.current) {
      wasSent.current = false;
      if (!isRefused) forgetLocally(copyId);
    }
  }, [state, formData, copyId, isRefused]);
}

interface EditorFormProps extends EditorPageProps {
  copy: LocalCopy | null;
  /** Where the form writes down what it holds and has not saved. */
  typed: MutableRefObject<TypedWords | null>;
  tab: TabCopy & { id: string };
}

function EditorForm({ view, refused, copy, typed, tab }: EditorFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const saving = useNavigation().formMethod === 'POST';
  // Its fields begin once: others under them would show through where nobody has typed.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save fills in what was left empty
  useEffect(() => {
    if (form.current) setNow(readFields(form.current));
  }, [version]);
  const [part, openPart] = useTabs(refused?.issues);
  const isNew = version === 0 && view.version === 0;
  const here = `/admin/articles/${id}`;
  const ways: [words: string, to: string][] = isNew ? [] : [['History', `${here}/revisions`]];
  if (!isNew && view.fields.status !== 'published' && !view.isOutOfHand)
    ways.push(['Share', `${here}/share`]);
  useSaveByKey(form, !saving && !isWaiting && !view.isOutOfHand);
  const parts = { fields, issues, hiddenUnless: part };
  return (
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
          <span className="editor__back-words">Back to Articles</span>
        </Link>
        <h1 className="editor__title">{isNew ? 'Create Article' : 'Edit Article'}</h1>
        <SavedStateLine
          state={state}
          savedAt={view.savedAt}
          signInPath={signInAddress(isNew ? '/admin/articles/new' : `/admin/articles/${id}/edit`)}
        />
        <div className="editor__actions">
          {ways.map(([words, to]) => (
            <Link className="button button--quiet editor__history" key={to} to={to}>
              {words}
            </Link>
          ))}
          {view.slug && (
            <a
              className="button button--quiet editor__history"
              href={`/article/${view.slug}`}
              target="_blank"
              rel="noopener"
            >
              Preview
            </a>
          )}
          {!view.isOutOfHand && <SaveButton words="Save Article" isSaving={saving} isWaiting={isWaiting} />}
        </div>
        <EditorTabs part={part} refused={partsOf(issues)} onOpen={openPart} />
      </header>
      <FormRefusal refused={refused} />
      {view.isOutOfHand && (
        <p className="refusal">
          <strong>An editor has published or scheduled this article.</strong> You can read it here; changes to
          it go through an editor now.
        </p>
      )}
      <div className="editor__parts">
        <ContentPart
          {...parts}
          onChange={noteTyping}
          readFields={() => form.current && readFields(form.current)}
        />
        <div className="editor__side">
          <SettingsPart view={view} {...parts} />
          <MediaPart {...parts} />
          <Checklist fields={now} />
          {/* The head of a phone has no room for them. */}
          <p className="editor__ways">
            {view.slug && (
              <a className="link" href={`/article/${view.slug}`} target="_blank" rel="noopener">
                Preview
              </a>
            )}
            {ways.map(([words, to]) => (
              <Link className="link" key={to} to={to}>
                {words}
              </Link>
            ))}
          </p>
        </div>
      </div>
    </Form>
  );
}
