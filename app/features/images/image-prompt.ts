// What an image model is told: the subject in our words, and the magazine's style.

export interface PromptSubject {
  title: string;
  summary: string;
  /** Null for none. */
  categoryName: string | null;
}

const LONGEST_TITLE = 160;
const LONGEST_SUMMARY = 320;
const LONGEST_NAME = 80;

const STYLE =
  'Abstract editorial cover illustration for a business magazine. Bold flat geometry with screen-print grain, one strong ' +
  'motif, generous empty space, soft side light. Palette: deep navy ink, warm paper white, one oxblood accent, one muted ' +
  'tint. No text, letters, numbers, logos, watermarks, frames or recognisable people.';

/**
 * Title and summary stand in quotes as the subject and can say nothing outside them.
 */
export function buildPrompt({ title, summary, categoryName }: PromptSubject): string {
  const subject = `Subject: "${toPlainWords(title, LONGEST_TITLE) || 'the business of law'}".`;
  const about = toPlainWords(summary, LONGEST_SUMMARY);
  const field = toPlainWords(categoryName ?? '', LONGEST_NAME);
  return [STYLE, field && `Field: "${field}".`, subject, about && `About: "${about}".`]
    .filter(Boolean)
    .join(' ');
}

/** One line of words and plain punctuation, cut between words: no markup, quotes, brackets or control characters. */
export function toPlainWords(text: string, longest: number): string {
  const plain = text
    .normalize('NFKC')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}\s.,;:!?&%$'’()/+-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= longest) return plain;
  const cut = plain.slice(0, longest + 1);
  const end = cut.lastIndexOf(' ');
  return cut
    .slice(0, end > 0 ? end : longest)
    .replace(/\p{Surrogate}/gu, '')
    .trimEnd();
}
