// Preserves typed text in a form while its page revalidates. An untouched form follows the stored values. A
// form with typed text keeps its text and its hidden version until it is saved, so that a save cannot
// silently overwrite someone else's newer version. Text typed during a save is unsaved over the new version.
import { useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { useWhenUnsent } from '~/ui/unsent-forms';

interface PreservedFormOptions<T> {
  /** The current loader data; a new object after every load. */
  found: T;
  /** The version that identifies a state of the data. */
  versionOf(found: T): string | null;
  /** The value of the form's `intent`. */
  intent: string;
  /** The refusal of this form only. */
  refused: RefusedForm | null;
}

interface Rendered<T> {
  /** A React key; another one starts a new form. */
  key: number;
  /** The data that the fields and the version are rendered from. */
  shown: T;
  /** Kept until the form is saved or refused again. */
  refused: RefusedForm | null;
}

interface PreservedForm<T> extends Rendered<T> {
  onInput(): void;
  onSubmit(): void;
}

export function usePreservedForm<T>({
  found,
  versionOf,
  intent,
  refused,
}: PreservedFormOptions<T>): PreservedForm<T> {
  const [rendered, setRendered] = useState<Rendered<T>>({ key: 0, shown: found, refused });
  const isTyped = useRef(refused !== null);
  /** The data and refusal at the time of submission; null when nothing is being submitted. */
  const sent = useRef<Pick<PreservedFormOptions<T>, 'found' | 'refused'> | null>(null);
  const { state, formData } = useNavigation();
  const submitted = formData?.get('intent');

  const markUnsaved = () => {
    sent.current = null;
    isTyped.current = true;
  };
  useWhenUnsent(() => {
    if (sent.current) markUnsaved();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends only on the submission and its result
  useEffect(() => {
    const before = sent.current;
    if (submitted === intent) return;
    // Another submission or navigation replaced this one.
    if (before && state !== 'idle') return markUnsaved();
    const isNewRefusal = (now: RefusedForm | null) => now !== null && now !== rendered.refused;
    if (before ? refused !== null && refused !== before.refused : isNewRefusal(refused)) {
      markUnsaved();
      // After a conflict, the next save replaces the version that the person was shown.
      return setRendered(({ key, shown }) => ({ key, refused, shown: refused?.isStale ? found : shown }));
    }
    if (found === (before ?? { found: rendered.shown }).found) return;
    sent.current = null;
    if (isTyped.current) {
      // Text typed during the save stays and is unsaved over the new version.
      if (before) setRendered(({ key }) => ({ key, shown: found, refused: null }));
      return;
    }
    setRendered(({ key, shown, refused }) => {
      const isAnother = versionOf(found) !== versionOf(shown) || refused !== null;
      return { key: isAnother ? key + 1 : key, shown: found, refused: null };
    });
  }, [state, submitted, found, refused]);

  return {
    ...rendered,
    onInput() {
      isTyped.current = true;
    },
    onSubmit() {
      sent.current = { found, refused };
      isTyped.current = false;
    },
  };
}

/** The last refusal, until `state` (an id and version, for example) changes. */
export function useLastRefusal<T>(refused: T | null, state: string): T | null {
  const last = useRef<{ refused: T; state: string } | null>(null);
  if (refused) last.current = { refused, state };
  else if (last.current?.state !== state) last.current = null;
  return refused ?? last.current?.refused ?? null;
}
