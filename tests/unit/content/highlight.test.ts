import { describe, expect, it } from 'vitest';
import { highlight } from '~/features/search/highlight';

const marked = (text: string, query: string) =>
  highlight(text, query)
    .map((part) => (part.matched ? `[${part.text}]` : part.text))
    .join('');

describe('search highlighting', () => {
  it('marks every occurrence, ignoring case', () => {
    expect(marked('Remote talent: hire REMOTE paralegals', 'remote')).toBe(
      '[Remote] talent: hire [REMOTE] paralegals',
    );
  });

  it('ignores accents in query and text and keeps the text as written', () => {
    expect(marked('A résumé for the café', 'resume')).toBe('A [résumé] for the café');
    expect(marked('A cafe downtown', 'café')).toBe('A [cafe] downtown');
  });

  it('includes combining marks with their base character', () => {
    const decomposed = 'the cafe\u0301 bill';
    expect(marked(decomposed, 'cafe')).toBe('the [cafe\u0301] bill');
    expect(marked(decomposed, 'bill')).toBe('the cafe\u0301 [bill]');
  });

  it('prefers the whole phrase to its words', () => {
    expect(marked('Client intake beats intake forms', 'client intake')).toBe(
      '[Client intake] beats intake forms',
    );
  });

  it('marks single words when the phrase does not occur, but no single characters', () => {
    expect(marked('Intake for every client, a plan', 'client a intake')).toBe(
      '[Intake] for every [client], a plan',
    );
  });

  it('finds words of two characters, also at the start and the end', () => {
    expect(marked('AI tools and AI', 'ai')).toBe('[AI] tools and [AI]');
  });

  it('marks short words only at the beginning of a word, longer ones anywhere', () => {
    expect(marked('Who waits for AI-first email?', 'ai')).toBe('Who waits for [AI]-first email?');
    expect(marked('Prepayment and payment', 'payment')).toBe('Pre[payment] and [payment]');
  });

  it('treats special characters of patterns literally', () => {
    expect(marked('Cost (net) + tax', '(net) +')).toBe('Cost [(net) +] tax');
  });

  it('returns the text unmarked without a match, and nothing for an empty text', () => {
    expect(highlight('Pricing', 'xyz')).toEqual([{ text: 'Pricing', matched: false }]);
    expect(highlight('Pricing', '  ')).toEqual([{ text: 'Pricing', matched: false }]);
    expect(highlight('', 'ai')).toEqual([]);
  });

  it('does not split characters outside the basic plane', () => {
    expect(marked('⚖️ 👩🏽‍⚖️ law', 'law')).toBe('⚖️ 👩🏽‍⚖️ [law]');
  });
});
