// The first save leads a new article to an address of its own, which draws its form anew: whoever was writing goes on
// where they were, the caret in the same place.
import { type RefObject, useEffect } from 'react';
import { CARET, CARET_ASKED, CARET_WANTED } from '~/ui/rich-text/caret';
import type { PartKey } from './use-tabs';

interface Place {
  articleId: string;
  /** The open tab, where there are tabs. */
  part: PartKey | null;
  /** Of a field; null for the button that saves. */
  name: string | null;
  /** Tells a tag's box from another's. */
  value: string | null;
  /** In the text. */
  caret: string | undefined;
}

let left: Place | null = null;

export function useKeptPlace(
  form: RefObject<HTMLFormElement>,
  { articleId, version }: { articleId: string; version: number },
  openPart: (part: PartKey) => void,
): void {
  useEffect(() => {
    const { current } = form;
    if (version > 0 || !current) return;
    const note = () => {
      left = findPlace(current, articleId);
    };
    current.addEventListener('submit', note);
    return () => current.removeEventListener('submit', note);
  }, [form, articleId, version]);
  useEffect(() => {
    if (version > 0 && left?.articleId === articleId && form.current) {
      if (left.part) openPart(left.part);
      goBackTo(form.current, left);
    }
    if (version > 0) left = null;
  }, [form, articleId, version, openPart]);
}

function findPlace(form: HTMLFormElement, articleId: string): Place | null {
  const here = document.activeElement;
  if (!here || !form.contains(here)) return null;
  const panel = form.querySelector<HTMLElement>('[role="tabpanel"]:not([hidden])');
  const part = (panel?.id.replace('part-', '') ?? null) as PartKey | null;
  if (here.closest('.ql-editor')) {
    const text = textOf(form);
    text?.dispatchEvent(new Event(CARET_ASKED));
    return { articleId, part, name: 'content', value: null, caret: text?.dataset[CARET] };
  }
  const value = here.matches('[type="checkbox"]') ? here.getAttribute('value') : null;
  return { articleId, part, name: here.getAttribute('name'), value, caret: undefined };
}

function goBackTo(form: HTMLFormElement, { name, value, caret }: Place): void {
  if (name === 'content') {
    const text = textOf(form);
    if (text && caret) text.dataset[CARET_WANTED] = caret;
    return;
  }
  const fields = [...form.elements].filter((field) => field instanceof HTMLElement);
  const field = fields.find((field) =>
    name === null
      ? field.matches('[type="submit"]')
      : field.getAttribute('name') === name && (value === null || field.getAttribute('value') === value),
  );
  field?.focus();
}

function textOf(form: HTMLFormElement): HTMLTextAreaElement | null {
  const text = form.elements.namedItem('content');
  return text instanceof HTMLTextAreaElement ? text : null;
}
