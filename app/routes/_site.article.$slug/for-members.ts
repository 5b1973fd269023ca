// What a member gets of an article beyond its page, which is the same for all: the rest of it, and whether it is on their
// reading list. Loaded where somebody may be signed in, once the page is alive. It finds its places in the page by the
// article's slug: whoever has gone on to another article meanwhile has taken them away.

interface Mine {
  /** Clean HTML of an article for members. */
  rest: string | null;
  saved: boolean;
}

const COMING = 'One moment: the rest of this article is on its way.';
const AWAY = 'The rest of this article could not be fetched just now. This link tries again.';

export async function serveMember(slug: string): Promise<void> {
  const note = document.querySelector<HTMLElement>(`[data-members="${slug}"]`);
  const text = note?.querySelector('.members-part__text');
  const words = text?.textContent ?? '';
  const say = (sentence: string, state: 'coming' | 'away' | 'visitor') => {
    if (text) text.textContent = sentence;
    if (note) note.dataset.state = state;
  };
  say(COMING, 'coming');
  try {
    const answer = await fetch(`/api/articles/${slug}/mine`);
    if (answer.status === 401) return say(words, 'visitor');
    if (!answer.ok) return say(AWAY, 'away');
    const { rest, saved } = (await answer.json()) as Mine;
    if (note && rest !== null) await readOn(note, rest);
    keepSaved(slug, saved);
  } catch {
    say(AWAY, 'away');
  }
}

/** The rest takes the note's place, so that nothing above it moves. */
async function readOn(note: HTMLElement, rest: string): Promise<void> {
  const body = note.parentElement;
  note.outerHTML = rest;
  if (!body || !rest.includes(' data-embed="')) return;
  const { playEmbeds } = await import('~/ui/play-embeds');
  playEmbeds(body);
}

/** The button says how it is, and changes it in its place. Where that fails, the form goes its own way. */
function keepSaved(slug: string, before: boolean): void {
  const form = document.querySelector<HTMLFormElement>(`form[data-save="${slug}"]`);
  const intent = form?.querySelector('input');
  const words = form?.querySelector('.save-form__words');
  if (!form || !intent || !words) return;
  const show = (saved: boolean) => {
    intent.value = saved ? 'remove' : 'save';
    words.textContent = saved ? 'Saved' : 'Save';
    form.dataset.saved = String(saved);
  };
  show(before);
  let asked = before;
  let isAsking = false;
  form.onsubmit = async (event) => {
    event.preventDefault();
    asked = !asked;
    // At once, so that nobody presses twice; of two on their way the first one might arrive last.
    show(asked);
    if (isAsking) return;
    isAsking = true;
    let told: boolean;
    do {
      told = asked;
      const body = new URLSearchParams({ intent: told ? 'save' : 'remove' });
      const headers = { accept: 'application/json' };
      const answer = await fetch(form.action, { method: 'POST', body, headers }).catch(() => null);
      if (!answer?.ok) {
        intent.value = asked ? 'save' : 'remove';
        return form.submit();
      }
    } while (told !== asked);
    isAsking = false;
  };
}
