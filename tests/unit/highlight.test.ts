import { describe, expect, it } from 'vitest';
import { highlight } from '~/features/search/highlight';

const marked = (text: string, query: string) =>
  highlight(text, query)
    .map((part) => (part.matched ? `[${part.text}]` : part.text))
    .join('');

describe('highlighting what a search found', () => {
  it('marks every occurrence, whatever its case', () => {
    expect(marked('Remote talent: hire REMOTE paralegals', 'remote')).toBe(
      '[Remote] talent: hire [REMOTE] paralegals',
    );
  });

  it('ignores accents on either side and keeps the text as written', () => {
    expect(marked('A résumé for the café', 'resume')).toBe('A [résumé] for the café');
    expect(marked('A cafe downtown', 'café')).toBe('A [cafe] downtown');
  });

  it('takes combining marks along with their letter', () => {
    const decomposed = 'the cafe\u0301 bill';
    expect(marked(decomposed, 'cafe')).toBe('the [cafe\u0301] bill');
    expect(marked(decomposed, 'bill')).toBe('the cafe\u0301 [bill]');
  });

  it('prefers the whole phrase to its words', () => {
    expect(marked('Client intake beats intake forms', 'client intake')).toBe(
      '[Client intake] beats intake forms',
    );
  });

  it('marks the single words where the phrase does not occur, but no single letters', () => {
    expect(marked('Intake for every client, a plan', 'client a intake')).toBe(
      '[Intake] for every [client], a plan',
    );
  });

  it('finds two-letter words and words at both edges', () => {
    expect(marked('AI tools and AI', 'ai')).toBe('[AI] tools and [AI]');
  });

  it('marks short words at the beginning of a word only, longer ones anywhere', () => {
    expect(marked('Who waits for AI-first email?', 'ai')).toBe('Who waits for [AI]-first email?');
    expect(marked('Prepayment and payment', 'payment')).toBe('Pre[payment] and [payment]');
  });

  it('treats characters with a meaning in patterns as themselves', () => {
    expect(marked('Cost (net) + tax', '(net) +')).toBe('Cost [(net) +] tax');
  });

  it('gives the whole text unmarked when nothing matches, and nothing for an empty text', () => {
    expect(highlight('Pricing', 'xyz')).toEqual([{ text: 'Pricing', matched: false }]);
    expect(highlight('Pricing', '  ')).toEqual([{ text: 'Pricing', matched: false }]);
    expect(highlight('', 'ai')).toEqual([]);
  });

  it('keeps characters outside the basic plane whole', () => {
    expect(marked('⚖️ 👩🏽‍⚖️ law', 'law')).toBe('⚖️ 👩🏽‍⚖️ [law]');
  });
});
