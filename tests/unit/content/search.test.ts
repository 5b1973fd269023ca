// What a search asks for: its URL, its terms, and the searches stored on the device.
import { describe, expect, it } from 'vitest';
import { searchAddress, searchState, toQueryText, toSearchQuery } from '~/features/search/search-query';
import { totalLabel } from '~/features/search/search-view';
import { parseSearches, withSearch } from '~/layouts/site/search/recent-searches';
import { toSearchTerms } from '~/lib/search-terms';

const queryOf = (search: string) => toSearchQuery(new URLSearchParams(search));

describe('search query', () => {
  it('is trimmed and needs 2 characters', () => {
    expect(toQueryText('  a   b ')).toBe('a b');
    expect(toQueryText('\0x\0')).toBe('x');
    expect(toQueryText('y'.repeat(999))).toHaveLength(200);
    expect(['', 'a', '🙂', 'ab', '🙂🙂'].map(searchState)).toEqual([
      'idle',
      'short',
      'short',
      'done',
      'done',
    ]);
  });

  it('has defaults for missing, empty and invalid parameters', () => {
    const defaults = queryOf('');
    expect(defaults).toEqual({
      text: '',
      page: 1,
      sort: 'relevance',
      category: null,
      author: null,
      year: null,
      isExact: false,
      isTyping: false,
    });
    expect(queryOf('q=&page=x&sort=&category=&author=&year=20&exact=2&typing=yes')).toEqual(defaults);
    expect(['0', '-1', '1.5', '1e3', '007', '999'].map((page) => queryOf(`page=${page}`).page)).toEqual(
      Array(6).fill(1),
    );
    expect(queryOf('page=99').page).toBe(50);
  });

  it('survives a round trip through its URL', () => {
    const search = 'q=flat+fees&category=tools&author=tom-beckett&year=2025&sort=date&exact=1&page=3';
    expect(searchAddress(queryOf(search), { page: 3 })).toBe(`/search?${search}`);
    expect(queryOf(search)).toMatchObject({ page: 3, year: 2025, sort: 'date', isExact: true });
  });

  it('returns to the first page with any other change', () => {
    const query = queryOf('q=fees&page=3&year=2025');
    expect(searchAddress(query)).toBe('/search?q=fees&year=2025');
    expect(searchAddress(query, { year: null, sort: 'date' })).toBe('/search?q=fees&sort=date');
    expect(searchAddress(queryOf('q=%26%3D'))).toBe('/search?q=%26%3D');
  });

  it('has a total that says when there are more', () => {
    expect(totalLabel({ total: 1, isMore: false })).toBe('1 article');
    expect(totalLabel({ total: 999, isMore: false })).toBe('999 articles');
    expect(totalLabel({ total: 1_000, isMore: true })).toBe('More than 1,000 articles');
  });
});

describe('search terms', () => {
  it('are words, quoted phrases and exclusions', () => {
    expect(toSearchTerms('intake "flat fee" -litigation -“old news”')).toEqual([
      { text: 'intake' },
      { text: 'flat fee', phrase: true },
      { text: 'litigation', not: true },
      { text: 'old news', phrase: true, not: true },
    ]);
  });

  it('keep a minus inside a word or alone, and an unclosed quote', () => {
    expect(toSearchTerms('trust-account - x')).toEqual([
      { text: 'trust-account' },
      { text: '-' },
      { text: 'x' },
    ]);
    expect(toSearchTerms('--')).toEqual([{ text: '--' }]);
    expect(toSearchTerms('"flat fee')).toEqual([{ text: '"flat' }, { text: 'fee' }]);
    expect(toSearchTerms('"flat fee"litigation "a""b"')).toEqual([
      { text: 'flat fee', phrase: true },
      { text: 'litigation' },
      { text: 'a', phrase: true },
      { text: 'b', phrase: true },
    ]);
    expect(toSearchTerms('5" "b"')).toEqual([{ text: '5"' }, { text: 'b', phrase: true }]);
  });

  it('have at least one part for any visible text', () => {
    for (const odd of ['"', '""', '&|!', ':*', '🙂', '\u202eabc', 'a & b | !c:*']) {
      expect(toSearchTerms(odd).length, odd).toBeGreaterThan(0);
    }
    expect(toSearchTerms('')).toEqual([]);
  });
});

describe('recent searches', () => {
  it('are the newest eight, each once', () => {
    const nine = Array.from({ length: 9 }, (_, i) => `search ${i}`);
    const list = nine.reduce(withSearch, [] as string[]);
    expect(list).toHaveLength(8);
    expect(list[0]).toBe('search 8');
    expect(withSearch(list, '  SEARCH   3 ').slice(0, 3)).toEqual(['SEARCH 3', 'search 8', 'search 7']);
    expect(withSearch(list, 'SEARCH 3')).toHaveLength(8);
    expect(withSearch(['intake'], ' a ')).toEqual(['intake']);
  });

  it('are none if what is stored is not a list of texts', () => {
    expect(parseSearches(null)).toEqual([]);
    expect(parseSearches('{')).toEqual([]);
    expect(parseSearches('{"a":1}')).toEqual([]);
    expect(parseSearches('["a",1,null,"b"]')).toEqual(['a', 'b']);
  });
});
