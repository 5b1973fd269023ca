// Ad rotation, cleaning of creatives, link targets and schedules.
import { describe, expect, it, vi } from 'vitest';
import { adStateOf } from '~/features/ads/ad';
import { toCreative } from '~/features/ads/serving/list-slot-ads.server';
import { nextAdIndex } from '~/features/ads/serving/rotate-ads';
import { adGone, adShown, onAds } from '~/features/ads/tracking/ad-events';
import { clickAddress } from '~/features/ads/tracking/ad-place';
import { toLinkTarget } from '~/lib/html/link-target';

describe('next ad', () => {
  it.each([
    ['the first ad at the start', [null, null], -1, 0],
    ['the following one', [null, null, null], 1, 2],
    ['the first after the last', [null, null], 1, 0],
    ['the same ad if it is alone', [null], 0, 0],
    ['the next one that has not ended', [null, 99, 101], 0, 2],
    ['not one that ends at this moment', [100, 101], -1, 1],
    ['none if all have ended', [1, 2], 0, -1],
    ['none without ads', [], -1, -1],
  ])('is %s', (_, ends, from, expected) => {
    expect(nextAdIndex(ends, from, 100)).toBe(expected);
  });
});

describe('slot listeners', () => {
  it('get the current ad, every change, and nothing after they unsubscribe', () => {
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

describe('creative', () => {
  const html = '<p>Read <a href="https://x.example/?a=1&amp;b=2" rel="noopener noreferrer">this</a></p>';

  it('removes links inside an ad that has a link and keeps their text', () => {
    expect(toCreative(html, 'https://sponsor.example/')).toBe('<p>Read this</p>');
    expect(toCreative('<abbr title="x">A</abbr><a>b</a>', '/x')).toBe('<abbr title="x">A</abbr>b');
  });

  it('opens its links in a new tab when the ad has no link', () => {
    expect(toCreative(html, null)).toBe(
      '<p>Read <a target="_blank" rel="noopener noreferrer sponsored" href="https://x.example/?a=1&amp;b=2">this</a></p>',
    );
    expect(toCreative('<a href="/newsletter">Join</a>', null)).toBe(
      '<a target="_blank" rel="noopener noreferrer sponsored" href="/newsletter">Join</a>',
    );
  });

  it('removes images of other sites', () => {
    expect(toCreative('<img src="https://x.example/p.png" alt="" loading="lazy" />', null)).not.toContain(
      'x.example',
    );
    expect(toCreative(null, null)).toBeNull();
  });
});

describe('ad link', () => {
  const to = (typed: string) => toLinkTarget(typed, 'https://magazine.test', ['http:', 'https:']);

  it.each([
    ['/newsletter?a=1#b', '/newsletter?a=1#b'],
    [' https://Sponsor.example ', 'https://sponsor.example/'],
    ['https://magazine.test/page/about', '/page/about'],
    ['http://sponsor.example:8080/x', 'http://sponsor.example:8080/x'],
  ])('resolves %j to %s', (typed, target) => expect(to(typed)).toBe(target));

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
  ])('rejects %j', (typed) => expect(to(typed)).toBeNull());
});

it.each([
  'https://sponsor.example/a?b=c&key=other#part',
  'https://sponsor.example/a+b%20c?q=100%',
  `https://sponsor.example/"'()<>!~*`,
  'https://sponsor.example/société/漢字/🎈',
])('a click link keeps its target exactly: %s', (target) => {
  const address = clickAddress('ad.place', target, 'Key_-1');
  const { href, searchParams } = new URL(address, 'https://site.example');
  // The browser changes nothing, so that the measured length is that of the request.
  expect(href).toBe(`https://site.example${address}`);
  expect([...searchParams]).toEqual([
    ['ad', 'ad.place'],
    ['to', target],
    ['key', 'Key_-1'],
  ]);
});

it('shows an ad while it is active and within its dates', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const ad = { active: true, startsAt: at(5), endsAt: at(8) };
  expect(adStateOf(ad, at(4))).toBe('scheduled');
  expect(adStateOf(ad, at(5))).toBe('active');
  expect(adStateOf(ad, at(8))).toBe('ended');
  expect(adStateOf({ ...ad, active: false }, at(6))).toBe('inactive');
  expect(adStateOf({ active: true, startsAt: null, endsAt: null }, at(1))).toBe('active');
});
