// Loads what signed-in members get in addition to the cached article page: the rest of a members-only
// article, and whether the article is on their reading list. Runs after hydration. Elements are found by the
// article's slug, so a page that has changed to another article in the meantime is left alone.
import { reading } from '~/features/readership/tracking/reading-signals';
import { readOwnJson } from '~/lib/own-json';

interface Mine {
  /** Clean HTML of the rest of a members-only article. */
  rest: string | null;
  saved: boolean;
}

const LOADING = 'Loading the rest of this article...';
const NOT_SAVED = 'Not saved. Try again';
const NOT_REMOVED = 'Not removed. Try again';
const LOAD_FAILED = 'We couldn’t load the rest of this article. Use the link to try again.';

export async function serveMember(slug: string): Promise<void> {
  const note = document.querySelector<HTMLElement>(`[data-members="${slug}"]`);
  const text = note?.querySelector('.members-part__text');
  const original = text?.textContent ?? '';
  const show = (message: string, state: 'loading' | 'failed' | 'visitor') => {
    if (text) text.textContent = message;
    if (note) note.dataset.state = state;
  };
  show(LOADING, 'loading');
  try {
    const answer = await fetch(`/api/articles/${slug}/mine`);
    if (answer.status === 401) return show(original, 'visitor');
    if (!answer.ok) return show(LOAD_FAILED, 'failed');
    const { rest, saved } = await readOwnJson<Mine>(answer);
    if (note && rest !== null) await insertRest(note, rest);
    handleSaveForm(slug, saved);
  } catch {
    show(LOAD_FAILED, 'failed');
  }
}

/** Replaces the note, so that nothing above it moves. The rest lists the footnotes of the beginning again. */
async function insertRest(note: HTMLElement, rest: string): Promise<void> {
  const body = note.parentElement;
  body?.querySelector('.footnotes')?.remove();
  note.outerHTML = rest;
  for (const shown of body?.querySelectorAll('.cta h2') ?? []) hideAtEnd(shown.id);
  if (!body || !rest.includes(' data-embed="')) return;
  const { playEmbeds } = await import('~/ui/play-embeds');
  playEmbeds(body);
}

/** Hides a call to action at the end of the page, because the text shows it now. */
function hideAtEnd(id: string): void {
  const heading = document.querySelector(`.ctas [id="${id}"]`);
  heading?.removeAttribute('id');
  heading?.parentElement?.setAttribute('hidden', '');
}

/**
 * Saves and removes the article without leaving the page. If the server refuses, the form is submitted normally; without a
 * network, the page stays.
 */
function handleSaveForm(slug: string, before: boolean): void {
  const form = document.querySelector<HTMLFormElement>(`form[data-save="${slug}"]`);
  const intent = form?.querySelector('input');
  const label = form?.querySelector('.save-form__text');
  if (!form || !intent || !label) return;
  const show = (saved: boolean) => {
    intent.value = saved ? 'remove' : 'save';
    label.textContent = saved ? 'Saved' : 'Save';
    form.dataset.saved = String(saved);
  };
  show(before);
  let wanted = before;
  let stored = before;
  let isSending = false;
  form.onsubmit = async (event) => {
    event.preventDefault();
    wanted = !wanted;
    // Update the button immediately. Requests run one after another, so that the last choice is stored last.
    show(wanted);
    if (isSending) return;
    isSending = true;
    let sent: boolean;
    do {
      sent = wanted;
      const body = new URLSearchParams({ intent: sent ? 'save' : 'remove' });
      const headers = { accept: 'application/json' };
      const answer = await fetch(form.action, { method: 'POST', body, headers }).catch(() => null);
      if (!answer?.ok) {
        intent.value = wanted ? 'save' : 'remove';
        if (answer) form.submit();
        // The browser may show this page again, as it is now.
        wanted = stored;
        isSending = false;
        show(stored);
        if (!answer) label.textContent = stored ? NOT_REMOVED : NOT_SAVED;
        return;
      }
      stored = sent;
      if (sent) reading.report('save');
    } while (sent !== wanted);
    isSending = false;
  };
}
