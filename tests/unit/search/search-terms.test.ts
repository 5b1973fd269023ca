// Search terms and synonyms: what is counted, how the report is addressed, and what browsers send.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isCountable } from '~/features/search/events/search-event';
import {
  emptyShare,
  nextTermSort,
  searchReportAddress,
  toSearchReportQuery,
} from '~/features/search/reports/search-report';
import { findSynonyms, SynonymInput } from '~/features/search/synonyms/synonym-input';
import { reportFinishedSearch } from '~/features/search/ui/report-search';
import { fillSeries } from '~/lib/time/day-series';

describe('a query', () => {
  it.each([
    'jane@example.com',
    'case 123456',
    '１２３４５６',
    '212-555-0199',
    '+1 (212) 555 0199',
    '555 0199',
    '078-05-1120',
  ])('is not countable: %s', (query) => {
    expect(isCountable(query)).toBe(false);
  });
  it.each([
    'intake',
    '2025 2026',
    'top 100',
    '401k',
    'form 1099',
    'a'.repeat(100),
  ])('is countable: %s', (query) => {
    expect(isCountable(query)).toBe(true);
  });
});

describe('the report', () => {
  const parse = (text: string) => toSearchReportQuery(new URLSearchParams(text));

  it('has defaults for missing and invalid parameters', () => {
    const defaults = { days: 28, isEmptyOnly: false, sort: 'searches', order: 'desc', page: 1 };
    for (const text of ['', 'range=5', 'sort=id', 'order=up', 'page=-1', 'page=1e9', 'view=x'])
      expect(parse(text), text).toEqual(defaults);
    expect(parse('range=90&view=empty&sort=query&page=3')).toEqual({
      days: 90,
      isEmptyOnly: true,
      sort: 'query',
      order: 'asc',
      page: 3,
    });
  });

  it('has an address that leads back to the same report, and to page 1 after a change', () => {
    for (const text of ['', 'range=7&view=empty&sort=empty&order=asc&page=2', 'sort=query&order=desc']) {
      const query = parse(text);
      const address = searchReportAddress(query, { page: query.page });
      expect(parse(address.split('?')[1] ?? '')).toEqual(query);
    }
    expect(searchReportAddress(parse('range=7&page=2'), { sort: 'empty' })).toBe(
      '/admin/search?range=7&sort=empty',
    );
  });

  it('sorts by a column in its default direction first, then in the opposite one', () => {
    expect(nextTermSort(parse(''), 'query')).toEqual({ sort: 'query', order: 'asc' });
    expect(nextTermSort(parse('sort=query'), 'query')).toEqual({ sort: 'query', order: 'desc' });
    expect(nextTermSort(parse(''), 'searches')).toEqual({ sort: 'searches', order: 'asc' });
  });

  it('has every day of the range, and a share of empty searches', () => {
    const counted = [{ day: '2026-03-08', searches: 3, empty: 1 }];
    const days = fillSeries(counted, '2026-03-07', '2026-03-09', { searches: 0, empty: 0 });
    expect(days.map(({ day, searches }) => [day, searches])).toEqual([
      ['2026-03-07', 0],
      ['2026-03-08', 3],
      ['2026-03-09', 0],
    ]);
    expect([emptyShare({ searches: 3, empty: 1 }), emptyShare({ searches: 0, empty: 0 })]).toEqual([
      '33%',
      '–',
    ]);
  });
});

describe('synonyms', () => {
  it('are separated by commas or line breaks, without blank terms', () => {
    const terms = ['PI', 'personal injury'];
    for (const typed of [' PI \r\n\r\npersonal injury\n', 'PI, personal injury', 'PI,,\r\n personal injury,'])
      expect(SynonymInput.parse({ terms: typed })).toEqual({ terms });
    for (const terms of ['', 'one', undefined, 5, Array.from({ length: 21 }, (_, n) => n).join('\n')])
      expect(SynonymInput.safeParse({ terms }).success).toBe(false);
  });

  it('are found by any part of a term, without case and accents', () => {
    const groups = [{ terms: ['cv', 'resume'] }, { terms: ['pi', 'personal injury'] }];
    expect(findSynonyms(groups, ' RÉSUM')).toEqual([groups[0]]);
    expect(findSynonyms(groups, 'personal   inj')).toEqual([groups[1]]);
    expect(findSynonyms(groups, '')).toEqual(groups);
  });
});

describe('a browser', () => {
  afterEach(() => vi.unstubAllGlobals());
  function watchBeacons(more: object = {}): unknown[][] {
    const sendBeacon = vi.fn();
    vi.stubGlobal('navigator', { sendBeacon, doNotTrack: null, ...more });
    return sendBeacon.mock.calls;
  }

  it('reports a search once, and each article that is opened', () => {
    const beacons = watchBeacons();
    reportFinishedSearch('intake', 2);
    reportFinishedSearch('intake', 1);
    reportFinishedSearch('intake', 2, 'call-back');
    reportFinishedSearch('fees', 3, 'flat-fees');
    reportFinishedSearch('intake', 2);
    expect(beacons.map(([path, body]) => [path, JSON.parse(String(body))])).toEqual(
      [
        { query: 'intake', total: 2 },
        { query: 'intake', opened: 'call-back' },
        { query: 'fees', total: 3, opened: 'flat-fees' },
        { query: 'intake', total: 2 },
      ].map((event) => ['/api/search-events', event]),
    );
  });

  it.each([{ globalPrivacyControl: true }, { doNotTrack: '1' }])('sends nothing with %j', (asked) => {
    const beacons = watchBeacons(asked);
    reportFinishedSearch(`with ${JSON.stringify(asked)}`, 2);
    expect(beacons).toEqual([]);
  });
});
