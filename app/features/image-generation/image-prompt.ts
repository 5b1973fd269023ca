// Builds the prompt for the image model: the subject and the site's illustration style.

export interface PromptSubject {
  title: string;
  summary: string;
  /** Null if uncategorized. */
  categoryName: string | null;
}

const MAX_TITLE_LENGTH = 160;
const MAX_SUMMARY_LENGTH = 320;
const MAX_NAME_LENGTH = 80;

const STYLE =
  'Abstract editorial cover illustration for a business magazine. Bold flat geometry with screen-print grain, one strong ' +
  'motif, generous empty space, soft side light. Palette: deep navy ink, warm paper white, one oxblood accent, one muted ' +
  'tint. No text, letters, numbers, logos, watermarks, frames or recognizable people.';

/** Title and summary are quoted and stripped of quotes, so they cannot add instructions to the prompt. */
export function buildPrompt({ title, summary, categoryName }: PromptSubject): string {
  const subject = `Subject: "${toPlainWords(title, MAX_TITLE_LENGTH) || 'the business of law'}".`;
  const about = toPlainWords(summary, MAX_SUMMARY_LENGTH);
  const field = toPlainWords(categoryName ?? '', MAX_NAME_LENGTH);
  return [STYLE, field && `Field: "${field}".`, subject, about && `About: "${about}".`]
    .filter(Boolean)
    .join(' ');
}

/**
 * Reduces text to one line of words and plain punctuation, cut at the last space unless that loses more than a
 * fifth of the text, as in languages without spaces. Removes markup, quotes, brackets and control characters.
 */
export function toPlainWords(text: string, maxLength: number): string {
  const plain = text
    .normalize('NFKC')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}\s.,;:!?&%$'’()/+-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= maxLength) return plain;
  const cut = plain.slice(0, maxLength + 1);
  const end = cut.lastIndexOf(' ');
  return cut
    .slice(0, end > maxLength * 0.8 ? end : maxLength)
    .replace(/\p{Surrogate}/gu, '')
    .trimEnd();
}
