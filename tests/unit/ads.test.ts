// Whose turn it is, what a creative becomes, where a link may lead, and when an ad shows.
import { describe, expect, it, vi } from 'vitest';
import { standingOf } from '~/features/ads/ad';
import { adGone, adShown, onAds } from '~/features/ads/ad-events';
import { toCreative } from '~/features/ads/creative.server';
import { nextInTurn } from '~/features/ads/take-turns';
import { toLinkTarget } from '~/lib/link-target';

describe('the next ad', () => {
  it.each([
    ['the first to begin with', [null, null], -1, 0],
    ['the one behind', [null, null, null], 1, 2],
    ['the first behind the last', [null, null], 1, 0],
    ['itself where it is alone', [null], 0, 0],
    ['the one whose time is not over', [null, 99, 101], 0, 2],
    ['none that ends this very moment', [100, 101], -1, 1],
    ['none when all are over', [1, 2], 0, -1],
    ['none of none', [], -1, -1],
  ])('is %s', (_, ends, from, expected) => {
    expect(nextInTurn(ends, from, 100)).toBe(expected);
  });
});

describe('whoever listens to slots', () => {
  it('hears what is shown already, every change, and nothing after leaving', () => {
    const [first, second] = [{} as HTMLElement, {} as HTMLElement];
    const early = { shown: vi.fn(), gone: vi.fn() };
    const leave = onAds(early);
    adShown({ adId: 'a', placementId: 'p', slot: first });
    adShown({ adId: 'b', placementId: 'p', slot: second });
    adGone(second);
    adGone(second);
    expect(early.gone.mock.calls).toEqual([[second]]);
    const late = { shown: vi.fn(), gone: vi.fn() };
    const leaveLate = onAds(late);
    expect(late.shown.mock.calls.map(([ad]) => ad.adId)).toEqual(['a']);
    leave();
    adShown({ adId: 'c', placementId: 'p', slot: first });
    expect(early.shown.mock.calls.map(([ad]) => ad.adId)).toEqual(['a', 'b']);
    expect(late.shown.mock.calls.map(([ad]) => ad.adId)).toEqual(['a', 'c']);
    leaveLate();
    adGone(first);
    expect(early.gone.mock.calls).toEqual([[second]]);
    expect(late.gone.mock.calls).toEqual([]);
  });
});

describe('a creative', () => {
  const html = '<p>Read <a href="https://x.example/?a=1&amp;b=2" rel="noopener noreferrer">this</a></p>';

  it('loses its own links inside the ad’s, not their words', () => {
    expect(toCreative(html, 'https://sponsor.example/')).toBe('<p>Read this</p>');
    expect(toCreative('<abbr title="x">A</abbr><a>b</a>', '/x')).toBe('<abbr title="x">A</abbr>b');
  });

  it('sends them to a new tab where the ad has no link', () => {
    expect(toCreative(html, null)).toBe(
      '<p>Read <a target="_blank" rel="noopener noreferrer sponsored" href="https://x.example/?a=1&amp;b=2">this</a></p>',
    );
    expect(toCreative('<a href="/newsletter">Join</a>', null)).toBe(
      '<a target="_blank" rel="noopener noreferrer sponsored" href="/newsletter">Join</a>',
    );
  });

  it('shows no other site’s picture', () => {
    expect(toCreative('<img src="https://x.example/p.png" alt="" loading="lazy" />', null)).not.toContain(
      'x.example',
    );
    expect(toCreative(null, null)).toBeNull();
  });
});

describe('a link', () => {
  const to = (typed: string) => toLinkTarget(typed, 'https://magazine.test', ['http:', 'https:']);

  it.each([
    ['/newsletter?a=1#b', '/newsletter?a=1#b'],
    [' https://Sponsor.example ', 'https://sponsor.example/'],
    ['https://magazine.test/page/about', '/page/about'],
    ['http://sponsor.example:8080/x', 'http://sponsor.example:8080/x'],
  ])('to %j leads to %s', (typed, target) => expect(to(typed)).toBe(target));

  it.each([
    '',
    'sponsor.example',
    '//evil.example',
    '/\\evil.example',
    '/%2Fevil.example',
    '/..//evil.example',
    'https://magazine.test//evil.example',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'mailto:a@b.example',
    'https://me:secret@sponsor.example/',
    'https://',
  ])('to %j leads nowhere', (typed) => expect(to(typed)).toBeNull());
});

it('an ad shows while it is switched on and its time is', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const ad = { active: true, startsAt: at(5), endsAt: at(8) };
  expect(standingOf(ad, at(4))).toBe('scheduled');
  expect(standingOf(ad, at(5))).toBe('active');
  expect(standingOf(ad, at(8))).toBe('ended');
  expect(standingOf({ ...ad, active: false }, at(6))).toBe('inactive');
  expect(standingOf({ active: true, startsAt: null, endsAt: null }, at(1))).toBe('active');
});
