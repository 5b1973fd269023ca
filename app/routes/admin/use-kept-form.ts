// A form for what is stored is drawn anew when that has changed. One that somebody typed in stays as it is until it is saved,
// whatever else its page is asked again for: neither the words nor the hidden stamp of the state that the typing started from
// move, so that nobody's later words are overwritten unseen. Words typed while a save is under way are over what it made.
import { useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { RefusedForm } from '~/http/form-answer.server';
import { useWhenUnsent } from '~/ui/unsent-forms';

interface Told<T> {
  /** What is stored, as the page knows it now: as the loader gave it, and another object when that was asked again. */
  found: T;
  /** Tells one state of it from another. */
  stampOf(found: T): string | null;
  /** What the form's `intent` says. */
  intent: string;
  /** This form's refusal, and no other's. */
  refused: RefusedForm | null;
}

interface Drawn<T> {
  /** Another one is another form: its fields begin anew. */
  key: number;
  /** What its fields, and its stamp, are drawn from. */
  shown: T;
  /** Until it is saved, or refused for another reason. */
  refused: RefusedForm | null;
}

interface KeptForm<T> extends Drawn<T> {
  /** Of the form. */
  onInput(): void;
  onSubmit(): void;
}

export function useKeptForm<T>({ found, stampOf, intent, refused }: Told<T>): KeptForm<T> {
  const [drawn, setDrawn] = useState<Drawn<T>>({ key: 0, shown: found, refused });
  const isTyped = useRef(refused !== null);
  /** What was known as it was sent; null while it is not under way. */
  const sent = useRef<Pick<Told<T>, 'found' | 'refused'> | null>(null);
  const { state, formData } = useNavigation();
  const underWay = formData?.get('intent');

  const comesBack = () => {
    sent.current = null;
    isTyped.current = true;
  };
  useWhenUnsent(() => {
    if (sent.current) comesBack();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was sent decides, and what came of it
  useEffect(() => {
    const before = sent.current;
    if (underWay === intent) return;
    // Another form, or another address, took its place.
    if (before && state !== 'idle') return comesBack();
    const isNews = (now: RefusedForm | null) => now !== null && now !== drawn.refused;
    if (before ? refused !== null && refused !== before.refused : isNews(refused)) {
      comesBack();
      // Whoever is told of the other state saves over it.
      return setDrawn(({ key, shown }) => ({ key, refused, shown: refused?.isStale ? found : shown }));
    }
    if (found === (before ?? { found: drawn.shown }).found) return;
    sent.current = null;
    if (isTyped.current) {
      // Typed since it was sent, and saved until then.
      if (before) setDrawn(({ key }) => ({ key, shown: found, refused: null }));
      return;
    }
    setDrawn(({ key, shown, refused }) => {
      const isAnother = stampOf(found) !== stampOf(shown) || refused !== null;
      return { key: isAnother ? key + 1 : key, shown: found, refused: null };
    });
  }, [state, underWay, found, refused]);

  return {
    ...drawn,
    onInput() {
      isTyped.current = true;
    },
    onSubmit() {
      sent.current = { found, refused };
      isTyped.current = false;
    },
  };
}
