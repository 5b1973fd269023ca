// Never lose a word: notices what is not saved, keeps a copy on the server while somebody types, or in this browser
// while the server cannot be asked, and warns before it would be left behind.
import { useBlocker, useNavigation } from '@remix-run/react';
import { type MutableRefObject, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { EditorFields } from '~/features/articles/editor-fields';
import { isUploading } from '~/ui/use-wait-for-uploads';
import { takeOver } from '../admin/take-over';
import { fieldsIn, isSame, readFields, readFirstFields, TIDIED } from './form-state';
import { forgetLocally, keepLocally, type LocalCopy } from './local-copies';

/** After the last key; a copy is sent at most this often. */
const AUTOSAVE_MS = 3_000;
const AUTOSAVE = '/admin/articles/autosave';
const LEAVE = 'You have unsaved changes. Leave anyway?';

export type SavedState =
  | { kind: 'saved' | 'unsaved' }
  /** A copy is on the server, or in this browser because that is away, knows nobody here, or keeps none. */
  | { kind: 'copied' | 'away' | 'signed-out' | 'here'; at: string };

/** What a form holds and has not saved. */
export interface TypedWords {
  /** That it would be saved over. */
  version: number;
  fields: EditorFields;
}

interface Unsaved {
  state: SavedState;
  /** That the form is saved over: the one its words started from, and after a save the one that this made. */
  version: number;
  /** Something was typed. */
  noteChange(): void;
}

interface Opened {
  id: string;
  /** Of this tab. */
  copyId: string;
  /** That the form's words started from. */
  version: number;
  /** The form opens with what is stored. */
  isStored: boolean;
  /** As the page knows it now. */
  stored: { version: number; fields: EditorFields };
  /** Words of another tab that the form began with. */
  from: LocalCopy | null;
  /** Is told what is typed and not saved. */
  typed: MutableRefObject<TypedWords | null>;
}

export function useUnsaved(form: RefObject<HTMLFormElement>, opened: Opened): Unsaved {
  const { id, copyId, stored, from, typed } = opened;
  const [version, setVersion] = useState(opened.version);
  const over = useRef(version);
  const [state, setState] = useState<SavedState>({ kind: opened.isStored ? 'saved' : 'unsaved' });
  const navigation = useNavigation();
  const { formData } = navigation;
  // Other forms of the page are none of ours: discarding an offered draft saves nothing, and choosing parts of two versions
  // brought this form.
  const isSaving =
    navigation.state !== 'idle' && formData?.get('copy') === copyId && formData.get('intent') === null;
  const saving = useRef(false);
  saving.current = isSaving;
  /** What is stored, as the form reads it; null while that is not known to be anything. */
  const baseline = useRef<EditorFields | null>(null);
  const sent = useRef<EditorFields | null>(null);
  /** What was stored when it was sent, as far as the page knew. */
  const sentOver = useRef(stored.version);
  const latest = useRef<EditorFields | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const isDirty = useRef(false);
  /** What the server has a copy of. */
  const copied = useRef<EditorFields | null>(null);

  const keepHere = useCallback(
    (fields: EditorFields) => {
      const isKept = keepLocally({ copyId, id, version: over.current, fields });
      if (isKept && from) forgetLocally(from.copyId, from.savedAt);
      return isKept;
    },
    [id, copyId, from],
  );
  const forgetHere = useCallback(() => {
    forgetLocally(copyId);
    if (from) forgetLocally(from.copyId, from.savedAt);
  }, [copyId, from]);

  const copyToServer = useCallback(async () => {
    const fields = latest.current;
    if (!form.current || !fields || !isDirty.current || saving.current) return;
    const at = new Date().toISOString();
    const outcome = await send(form.current).catch(() => 'away' as const);
    if (outcome === 'kept') {
      if (latest.current && isDirty.current && !isSame(latest.current, fields)) keepHere(latest.current);
      else forgetHere();
      copied.current = fields;
      if (isDirty.current && latest.current === fields) setState({ kind: 'copied', at });
      return;
    }
    if (!isDirty.current || saving.current || !keepHere(fields)) return;
    setState({ kind: outcome, at });
    // The server may be back in a while.
    timer.current = setTimeout(copyToServer, 4 * AUTOSAVE_MS);
  }, [form, keepHere, forgetHere]);

  const noteChange = useCallback(() => {
    if (!form.current) return;
    latest.current = readFields(form.current);
    isDirty.current = !baseline.current || !isSame(latest.current, baseline.current);
    typed.current = isDirty.current ? { version: over.current, fields: latest.current } : null;
    setState({ kind: isDirty.current ? 'unsaved' : 'saved' });
    clearTimeout(timer.current);
    if (isDirty.current) timer.current = setTimeout(copyToServer, AUTOSAVE_MS);
  }, [form, copyToServer, typed]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form opens
  useEffect(() => {
    baseline.current = opened.isStored && form.current ? readFirstFields(form.current) : null;
    noteChange();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was sent decides, and what came of it
  useEffect(() => {
    if (!form.current) return;
    if (isSaving) {
      clearTimeout(timer.current);
      // A field that another one shut says so too late for the last key.
      latest.current = readFields(form.current);
      if (formData) sent.current ??= fieldsIn(formData);
      sentOver.current = stored.version;
      return;
    }
    const said = sent.current;
    sent.current = null;
    if (!said) return;
    // What was saved brought a new version. This was refused, or never arrived: a copy is kept as of anything typed.
    if (stored.version === sentOver.current) return noteChange();
    const isUntouched = isSame(readFields(form.current), said);
    takeOver(form.current, TIDIED, said, stored.fields);
    baseline.current = isUntouched ? readFields(form.current) : said;
    if (isUntouched) forgetHere();
    // Whoever saved since then made a later one, which is not the one in this form.
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
    /** Whatever happens next, the words are somewhere: nobody may be here to read that they were refused. */
    const keep = () => {
      const fields = latest.current;
      const isCopied = fields && copied.current && isSame(fields, copied.current);
      if (fields && isDirty.current && !isCopied) keepHere(fields);
    };
    const keepUnlessMade = () => {
      const isMade = over.current === 0 && window.location.pathname === `/admin/articles/${id}/edit`;
      const isSent = latest.current && sent.current && isSame(latest.current, sent.current);
      if (!isMade || !isSent) keep();
    };
    window.addEventListener('beforeunload', warn);
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('beforeunload', warn);
      window.removeEventListener('pagehide', keep);
      keepUnlessMade();
    };
  }, [id, form, keepHere]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return { state, version, noteChange };
}

/** A redirect is not followed: it says that nobody is signed in any more. @throws TypeError without a network */
async function send(form: HTMLFormElement): Promise<'kept' | 'here' | 'away' | 'signed-out'> {
  const data = new FormData(form);
  data.delete('imageFile');
  const answer = await fetch(AUTOSAVE, { method: 'POST', body: data, redirect: 'manual' });
  if (answer.type === 'opaqueredirect') return 'signed-out';
  if (!answer.ok) return 'away';
  const { savedAt } = (await answer.json()) as { savedAt: string | null };
  return savedAt ? 'kept' : 'here';
}
