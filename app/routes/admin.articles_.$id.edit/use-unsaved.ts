// Never lose a word: notices what is not saved, keeps a copy on the server while somebody types, or in this browser
// while the server cannot be asked, and warns before it would be left behind.
import { useBlocker, useNavigation } from '@remix-run/react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { EditorFields } from '~/features/articles/editor-fields';
import { isUploading } from '~/ui/use-wait-for-uploads';
import { isSame, readFields, takeOver } from './form-state';
import { forgetLocally, keepLocally } from './local-copies';

/** After the last key; a copy is sent at most this often. */
const AUTOSAVE_MS = 3_000;
const AUTOSAVE = '/admin/articles/autosave';
const LEAVE = 'You have unsaved changes. Leave anyway?';

export type SavedState =
  | { kind: 'saved' | 'unsaved' }
  /** A copy is on the server, or in this browser because the server is away or nobody is signed in there. */
  | { kind: 'copied' | 'away' | 'signed-out'; at: string };

interface Unsaved {
  state: SavedState;
  /** Something was typed. */
  noteChange(): void;
}

interface Opened {
  id: string;
  version: number;
  /** What is stored, as the form shows it; null where the form opens with words that are not. */
  stored: EditorFields | null;
}

export function useUnsaved(form: RefObject<HTMLFormElement>, { id, version, stored }: Opened): Unsaved {
  const [state, setState] = useState<SavedState>({ kind: stored ? 'saved' : 'unsaved' });
  const navigation = useNavigation();
  const isSaving = navigation.state !== 'idle' && navigation.formMethod === 'POST';
  const saving = useRef(false);
  saving.current = isSaving;
  /** What is stored, as the form reads it; null while that is not known to be anything. */
  const baseline = useRef<EditorFields | null>(null);
  const sent = useRef<EditorFields | null>(null);
  const sentFrom = useRef(version);
  const latest = useRef<EditorFields | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const isDirty = useRef(false);
  /** What the server has a copy of. */
  const copied = useRef<EditorFields | null>(null);

  const copyToServer = useCallback(async () => {
    const fields = latest.current;
    if (!form.current || !fields || !isDirty.current || saving.current) return;
    const at = new Date().toISOString();
    const answer = await send(form.current).catch(() => null);
    if (answer?.ok) {
      forgetLocally(id);
      copied.current = fields;
      if (isDirty.current && latest.current === fields) setState({ kind: 'copied', at });
      return;
    }
    if (!keepLocally({ id, version, fields }) || !isDirty.current) return;
    const isSignedOut = answer?.type === 'opaqueredirect';
    setState({ kind: isSignedOut ? 'signed-out' : 'away', at });
    // The server may be back in a while.
    timer.current = setTimeout(copyToServer, 4 * AUTOSAVE_MS);
  }, [form, id, version]);

  const noteChange = useCallback(() => {
    if (!form.current) return;
    latest.current = readFields(form.current);
    isDirty.current = !baseline.current || !isSame(latest.current, baseline.current);
    setState({ kind: isDirty.current ? 'unsaved' : 'saved' });
    clearTimeout(timer.current);
    if (isDirty.current) timer.current = setTimeout(copyToServer, AUTOSAVE_MS);
  }, [form, copyToServer]);

  // Opened, or saved: a new version is stored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version decides, not the object that brought it
  useEffect(() => {
    if (!form.current) return;
    if (sent.current && stored) {
      const isUntouched = isSame(readFields(form.current), sent.current);
      takeOver(form.current, sent.current, stored);
      baseline.current = isUntouched ? readFields(form.current) : sent.current;
      sent.current = null;
      if (isUntouched) forgetLocally(id);
    } else baseline.current = stored && readFields(form.current);
    noteChange();
  }, [version]);

  useEffect(() => {
    if (isSaving && form.current) sent.current = readFields(form.current);
    if (isSaving) {
      clearTimeout(timer.current);
      sentFrom.current = version;
      return;
    }
    // What was saved brought a new version. This was refused, or never arrived: a copy is kept as of anything typed.
    if (!sent.current || sentFrom.current !== version) return;
    sent.current = null;
    noteChange();
  }, [isSaving, form, version, noteChange]);

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
    /** Whatever happens next, the words are somewhere. */
    const keep = () => {
      const fields = latest.current;
      const isCopied = fields && copied.current && isSame(fields, copied.current);
      if (isCopied) return;
      const isSent = fields && sent.current && isSame(fields, sent.current);
      const wasSentInVain = window.location.pathname.startsWith('/auth');
      if (fields && isDirty.current && (!isSent || wasSentInVain)) keepLocally({ id, version, fields });
    };
    window.addEventListener('beforeunload', warn);
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('beforeunload', warn);
      window.removeEventListener('pagehide', keep);
      clearTimeout(timer.current);
      keep();
    };
  }, [id, version, form]);

  return { state, noteChange };
}

/** A redirect is not followed: it says that nobody is signed in any more. */
function send(form: HTMLFormElement): Promise<Response> {
  const data = new FormData(form);
  data.delete('imageFile');
  return fetch(AUTOSAVE, { method: 'POST', body: data, redirect: 'manual' });
}
