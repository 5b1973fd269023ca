import { describe, expect, it } from 'vitest';
import { makeHighlight } from '~/features/search/highlight';
import { toShownText } from '~/features/search/search-excerpt';

const marked = (text: string, forms: string[], inside?: string) =>
  makeHighlight(
    forms,
    inside,
  )(text)
    .map((part) => (part.matched ? `[${part.text}]` : part.text))
    .join('');

describe('search highlighting', () => {
  it('marks every occurrence of a form, ignoring case', () => {
    expect(marked('Remote talent: hire REMOTE paralegals', ['remote'])).toBe(
      '[Remote] talent: hire [REMOTE] paralegals',
    );
  });

  it('ignores accents and keeps the text as written', () => {
    expect(marked('A résumé for the café', ['resume'])).toBe('A [résumé] for the café');
    expect(marked('Crème brûlée', [], 'crème brulee')).toBe('[Crème brûlée]');
  });

  it('includes combining marks with their base character', () => {
    const decomposed = 'the cafe\u0301 bill';
    expect(marked(decomposed, ['cafe'])).toBe('the [cafe\u0301] bill');
    expect(marked(decomposed, ['bill'])).toBe('the cafe\u0301 [bill]');
  });

  it('marks whole words only', () => {
    expect(marked('Who waits for AI-first email?', ['ai'])).toBe('Who waits for [AI]-first email?');
    expect(marked('Prepayment and payment', ['payment'])).toBe('Prepayment and [payment]');
    expect(marked('AI tools, 2AI and AI', ['ai'])).toBe('[AI] tools, 2AI and [AI]');
  });

  it('marks all forms, and neighbors as one', () => {
    expect(marked('Client intake beats intakes of clients', ['client', 'clients', 'intake', 'intakes'])).toBe(
      '[Client intake] beats [intakes] of [clients]',
    );
    expect(marked('fee, fee fees', ['fee'])).toBe('[fee], [fee] fees');
  });

  it('marks a phrase also with punctuation between its words, but not its single words', () => {
    expect(marked('A flat-fee plan, a “flat  fee”, a fee', ['flat fee'])).toBe(
      'A [flat-fee] plan, a “[flat  fee]”, a fee',
    );
  });

  it('marks the typed text within words if asked', () => {
    expect(marked('Prepayment and payment', ['paym'], 'paym')).toBe('Pre[paym]ent and [paym]ent');
    expect(marked('Renée’s   trust', [], "renee's trust")).toBe('[Renée’s   trust]');
  });

  it('treats special characters of patterns literally', () => {
    expect(marked('Cost (net) + tax', [], '(net) +')).toBe('Cost [(net) +] tax');
    expect(marked('C++ and a.b', ['c++', 'a|b'])).toBe('[C++] and a.b');
  });

  it('returns the text unmarked without a match or forms, and nothing for an empty text', () => {
    expect(makeHighlight(['xyz'])('Pricing')).toEqual([{ text: 'Pricing', matched: false }]);
    expect(makeHighlight([], '  ')('Pricing')).toEqual([{ text: 'Pricing', matched: false }]);
    expect(makeHighlight(['ai'])('')).toEqual([]);
  });

  it('does not split characters outside the basic plane', () => {
    expect(marked('⚖️ 👩🏽‍⚖️ law', ['law'])).toBe('⚖️ 👩🏽‍⚖️ [law]');
  });
});

describe('the text below a result', () => {
  const shown = (summary: string, excerpt: string | null) =>
    toShownText(summary, excerpt, makeHighlight(['escrow']));
  const filler = 'and so on for quite a few more words '.repeat(9);

  it('is the summary if it has a match, or if there is no excerpt with one', () => {
    expect(shown('All about escrow.', 'The escrow is here.')).toBe('All about escrow.');
    expect(shown('A summary.', null)).toBe('A summary.');
    expect(shown('A summary.', 'Nothing here.')).toBe('A summary.');
  });

  it('begins with the sentence of the match', () => {
    expect(shown('A summary.', 'ords before it. The escrow account is open.')).toBe(
      'The escrow account is open.',
    );
  });

  it('separates a heading or list item from what follows, and begins with the block of the match', () => {
    expect(shown('A summary.', 'Escrow basics\nFirms open it.\nThen they close it (late)\nThe end.')).toBe(
      'Escrow basics\u00a0· Firms open it. Then they close it (late)\u00a0· The end.',
    );
    expect(shown('A summary.', 'ords of a title\nWhy now\nAn escrow account helps')).toBe(
      'An escrow account helps',
    );
  });

  it('begins and ends with whole words and ellipses', () => {
    const text = shown('A summary.', `artial word and an escrow account, ${filler}`.slice(0, 300));
    expect(text).toMatch(/^…word and an escrow account, and so on .* \w+…$/);
    expect(text.length).toBeLessThanOrEqual(222);
    expect(shown('A summary.', `Escrow is first, ${filler}`.slice(0, 300))).toMatch(
      /^Escrow is first, and so on/,
    );
  });

  it('keeps a match at the end of one long word', () => {
    expect(shown('A summary.', `${'x'.repeat(250)}-escrow${'y'.repeat(50)} escrow`)).toContain('escrow');
  });
});
