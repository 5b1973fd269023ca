// Tracks unsaved changes of the article editor: autosaves a draft to the server, falls back to this browser
// when the server is unavailable, and warns before unsaved text is left.

import { useBlocker, useNavigation } from '@remix-run/react';
import { type MutableRefObject, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { EditorFields } from '~/features/articles/editor/editor-fields';
import { readOwnJson } from '~/lib/own-json';
import { isUploading } from '~/ui/use-wait-for-uploads';
import { applySavedValues } from '../unsaved/apply-saved-values';
import { useCopyOwner } from '../unsaved/copy-owner';
import { type ArticleCopy, articleCopies } from './article-copies';
import { fieldsIn, isSame, readFields, readFirstFields, TIDIED } from './form-state';

/** Delay after the last input, which also limits how often a draft is sent. */
const AUTOSAVE_MS = 3_000;
/** Timeout of one request. */
const ANSWER_MS = 15_000;
const AUTOSAVE = '/admin/articles/autosave';
const LEAVE = 'You have unsaved changes. Leave anyway?';

export type SavedState =
  | { kind: 'saved' | 'unsaved' }
  /**
   * A draft is on the server ('copied'), or in this browser: no connection, signed out, or not stored by the
   * server.
   */
  | { kind: 'copied' | 'unreachable' | 'signed-out' | 'here'; at: string };

/** Unsaved text of a form. */
export interface UnsavedText {
  /** The version that a save would replace. */
  version: number;
  fields: EditorFields;
}

interface Unsaved {
  state: SavedState;
  /** The version that a save replaces: the one that the edit started from, or the result of the last save. */
  version: number;
  /** Call after every input. */
  noteChange(): void;
}

interface Opened {
  id: string;
  /** The tab's copy id. */
  copyId: string;
  /** The version that the edit started from. */
  version: number;
  /** True when the form opens with the stored article. */
  isStored: boolean;
  /** The stored article as of the last load. */
  stored: { version: number; fields: EditorFields };
  /** The draft of another tab that the form was restored from. */
  from: ArticleCopy | null;
  /** Receives the unsaved text. */
  typed: MutableRefObject<UnsavedText | null>;
}

export function useUnsaved(form: RefObject<HTMLFormElement>, opened: Opened): Unsaved {
  const { id, copyId, stored, from, typed } = opened;
  const [version, setVersion] = useState(opened.version);
  const over = useRef(version);
  const owner = useCopyOwner();
  const [state, setState] = useState<SavedState>({ kind: opened.isStored ? 'saved' : 'unsaved' });
  const navigation = useNavigation();
  const { formData } = navigation;
  // Ignore the page's other forms: discarding a draft saves nothing, and the merge form precedes this one.
  const isSaving =
    navigation.state !== 'idle' && formData?.get('copy') === copyId && formData.get('intent') === null;
  const saving = useRef(false);
  saving.current = isSaving;
  /** The stored fields as the form reads them; null when the form did not start from the stored article. */
  const baseline = useRef<EditorFields | null>(null);
  const sent = useRef<EditorFields | null>(null);
  /** The stored version at the time of submission. */
  const sentOver = useRef(stored.version);
  const latest = useRef<EditorFields | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const isDirty = useRef(false);
  /** The fields of the last draft on the server. */
  const copied = useRef<EditorFields | null>(null);
  const isSending = useRef(false);

  const saveLocally = useCallback(
    (fields: EditorFields) => {
      const isSaved = articleCopies.save({ copyId, id, owner: owner(), version: over.current, fields });
      if (isSaved && from) articleCopies.delete(from.copyId, from.savedAt);
      return isSaved;
    },
    [id, copyId, from, owner],
  );
  const deleteLocal = useCallback(() => {
    articleCopies.delete(copyId);
    if (from) articleCopies.delete(from.copyId, from.savedAt);
  }, [copyId, from]);

  const copyToServer = useCallback(async () => {
    const fields = latest.current;
    if (!form.current || !fields || !isDirty.current || saving.current) return;
    // A second request could arrive before the first, whose older text would then stay.
    if (isSending.current) {
      saveLocally(fields);
      return;
    }
    const at = new Date().toISOString();
    const version = over.current;
    isSending.current = true;
    const outcome = await send(form.current).catch(() => 'unreachable' as const);
    isSending.current = false;
    const isKept = outcome === 'kept';
    // A save in the meantime has deleted the draft.
    if (isKept && over.current === version) copied.current = fields;
    if (isKept && (!isDirty.current || isSame(latest.current, copied.current))) {
      deleteLocal();
      if (isDirty.current) setState({ kind: 'copied', at });
      return;
    }
    if (!form.current || !latest.current || !isDirty.current || (saving.current && !isKept)) return;
    const isSaved = saveLocally(latest.current);
    if (isSaved && !isKept) setState({ kind: outcome, at });
    // Send newer text, or retry: the server may be available again later.
    clearTimeout(timer.current);
    timer.current = setTimeout(copyToServer, isKept ? AUTOSAVE_MS : 4 * AUTOSAVE_MS);
  }, [form, saveLocally, deleteLocal]);

  const noteChange = useCallback(() => {
    if (!form.current) return;
    latest.current = readFields(form.current);
    isDirty.current = !baseline.current || !isSame(latest.current, baseline.current);
    typed.current = isDirty.current ? { version: over.current, fields: latest.current } : null;
    setState({ kind: isDirty.current ? 'unsaved' : 'saved' });
    clearTimeout(timer.current);
    if (isDirty.current) timer.current = setTimeout(copyToServer, AUTOSAVE_MS);
  }, [form, copyToServer, typed]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the form opens
  useEffect(() => {
    baseline.current = opened.isStored && form.current ? readFirstFields(form.current) : null;
    noteChange();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: depends only on the submission and its result
  useEffect(() => {
    if (!form.current) return;
    if (isSaving) {
      clearTimeout(timer.current);
      // Disabling a field changes the form without an `input` event.
      latest.current = readFields(form.current);
      if (formData) sent.current ??= fieldsIn(formData);
      sentOver.current = stored.version;
      return;
    }
    const submitted = sent.current;
    sent.current = null;
    if (!submitted) return;
    // An unchanged version means that the save was refused or never arrived: treat the text as unsaved.
    if (stored.version === sentOver.current) return noteChange();
    const isUntouched = isSame(readFields(form.current), submitted);
    applySavedValues(form.current, TIDIED, submitted, stored.fields);
    baseline.current = isUntouched ? readFields(form.current) : submitted;
    if (isUntouched) deleteLocal();
    // The save deleted the draft.
    copied.current = null;
    // Not `stored.version`: another editor may have saved a later version, which this form does not contain.
    over.current += 1;
    setVersion(over.current);
    noteChange();
  }, [isSaving, stored.version]);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (isDirty.current || isUploading(form.current)) &&
      !saving.current &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(LEAVE)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if ((isDirty.current || isUploading(form.current)) && !saving.current) event.preventDefault();
    };
    /** Saves a local copy: an editor who leaves the page would not notice that the save was refused. */
    const keep = () => {
      const fields = latest.current;
      if (fields && isDirty.current && !isSame(latest.current, copied.current)) saveLocally(fields);
    };
    const keepUnlessCreated = () => {
      const isCreated = over.current === 0 && window.location.pathname === `/admin/articles/${id}/edit`;
      const isSent = latest.current && sent.current && isSame(latest.current, sent.current);
      if (!isCreated || !isSent) keep();
    };
    window.addEventListener('beforeunload', warn);
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('beforeunload', warn);
      window.removeEventListener('pagehide', keep);
      keepUnlessCreated();
    };
  }, [id, form, saveLocally]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return { state, version, noteChange };
}

/**
 * Sends a draft. A redirect means that the session has ended.
 * @throws TypeError without a network; DOMException without an answer
 */
async function send(form: HTMLFormElement): Promise<'kept' | 'here' | 'unreachable' | 'signed-out'> {
  const data = new FormData(form);
  data.delete('imageFile');
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(AUTOSAVE, { method: 'POST', body: data, redirect: 'manual', signal });
  if (answer.type === 'opaqueredirect') return 'signed-out';
  if (!answer.ok) return 'unreachable';
  const { savedAt } = await readOwnJson<{ savedAt: string | null }>(answer);
  return savedAt ? 'kept' : 'here';
}
