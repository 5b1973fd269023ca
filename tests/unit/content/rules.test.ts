// Small rules: slugs, dates, read times, ids, images, sort orders, queries.
import { describe, expect, it } from 'vitest';
import { categoryImage } from '~/features/articles/article-image';
import { toPublicId, toReadTimeLabel } from '~/features/articles/public/article-view';
import { byRank, pageCount, toPageNumber } from '~/features/articles/public/list-order';
import { categoryDescription } from '~/features/categories/category-view';
import { imageSource } from '~/features/media/image-source';
import { socialImage } from '~/features/media/social-image';
import { toSlug } from '~/lib/slug';
import { addDays, formatDate, formatDay, formatLongDate, isDay, isTimeZone, yearIn } from '~/lib/time/dates';

describe('slug', () => {
  it.each([
    ['Hello World', 'hello-world'],
    ['  Trust   accounting:  the basics! ', 'trust-accounting-the-basics'],
    ['Café Ünïcode Renée', 'cafe-unicode-renee'],
    ['a -- b---c', 'a-b-c'],
    ['-edge-', 'edge'],
    ['100% of P&L', '100-of-pl'],
    ['Tabs\tand\nlines', 'tabs-and-lines'],
    ['日本語', ''],
    ['!!!', ''],
  ])('of %j is %j', (title, slug) => {
    expect(toSlug(title)).toBe(slug);
  });

  it('of a slug is the same slug', () => {
    for (const title of ['A b C', 'x--y', 'Ärger & Co']) expect(toSlug(toSlug(title))).toBe(toSlug(title));
  });
});

describe('date', () => {
  it('counts across months, years and daylight saving time', () => {
    expect(addDays('2026-03-07', 2)).toBe('2026-03-09');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });

  it("has the year of the site's time zone", () => {
    const midnightInKathmandu = '2026-12-31T18:15:00Z';
    expect(yearIn(new Date('2026-12-31T18:14:59Z'), 'Asia/Kathmandu')).toBe(2026);
    expect(yearIn(new Date(midnightInKathmandu), 'Asia/Kathmandu')).toBe(2027);
    expect(yearIn(new Date(midnightInKathmandu), 'America/New_York')).toBe(2026);
    expect(yearIn(new Date(midnightInKathmandu), 'Asia/Kathmandu')).toBe(2027);
  });

  it("is in the site's time zone", () => {
    const midnight = new Date('2025-01-06T03:30:00Z');
    expect(formatDate(midnight, 'America/New_York')).toBe('Jan 5, 2025');
    expect(formatDate(midnight, 'UTC')).toBe('Jan 6, 2025');
    expect(formatLongDate(midnight, 'America/New_York')).toBe('January 5, 2025');
    expect(formatDay('2025-01-05')).toBe('Jan 5, 2025');
    expect(formatDay('2025-12-31', false)).toBe('Dec 31');
  });

  it('is a calendar date in a year that the database can calculate with', () => {
    for (const day of ['2026-11-21', '2024-02-29', '1000-01-01', '9998-12-31'])
      expect(isDay(day), day).toBe(true);
    for (const day of [
      '2026-02-30',
      '2025-02-29',
      '2026-13-01',
      '0000-01-01',
      '9999-12-31',
      '2026-1-1',
      '',
      'x',
    ])
      expect(isDay(day), day).toBe(false);
  });

  it('accepts existing time zones only', () => {
    expect(isTimeZone('Europe/Berlin')).toBe(true);
    expect(isTimeZone('Mars/Olympus')).toBe(false);
  });
});

describe('public view', () => {
  it('derives the numeric id from the first 8 hex characters of the uuid', () => {
    expect(toPublicId('0000002a-ffff-4fff-8fff-ffffffffffff')).toBe(42);
    expect(toPublicId('ffffffff-0000-4000-8000-000000000000')).toBe(4294967295);
  });

  it('shows 5 minutes if the read time is unknown', () => {
    expect(toReadTimeLabel(7)).toBe('7 min read');
    expect(toReadTimeLabel(Number.NaN)).toBe('5 min read');
    expect(toReadTimeLabel(0)).toBe('5 min read');
  });

  it("uses the category's stock image if there is none, and the default for a blocked host", () => {
    const blocked = ['images.example-blocked.com'];
    expect(categoryImage(null, 'tools', blocked)).toBe('/stock/tools-800.webp');
    expect(categoryImage('', 'unheard-of', blocked)).toBe('/stock/default-800.webp');
    expect(categoryImage('https://images.example-blocked.com/a.jpg', 'tools', blocked)).toBe(
      '/stock/default-800.webp',
    );
    expect(categoryImage('/media/a.jpg', 'tools', blocked)).toBe('/media/a.jpg');
    expect(categoryImage('https://[', 'tools', blocked)).toBe('https://[');
  });

  it('describes a category', () => {
    expect(categoryDescription({ name: 'AI & Automation', description: '' })).toBe(
      'Explore our latest articles about ai & automation',
    );
    expect(categoryDescription({ name: 'Tools', description: 'Own words.' })).toBe('Own words.');
  });
});

describe('article image', () => {
  it('has several widths if it is ours, and one if it is external', () => {
    expect(imageSource('/media/a/b.jpg').srcSet).toBe(
      '/media/a/b.jpg?w=400 400w, /media/a/b.jpg?w=800 800w, /media/a/b.jpg?w=1200 1200w, /media/a/b.jpg?w=1600 1600w',
    );
    expect(imageSource('/media/a/b.jpg', 800).srcSet).not.toContain('1200w');
    expect(imageSource('/stock/tools-800.webp').srcSet).toBe(
      '/stock/tools-400.webp 400w, /stock/tools-800.webp 800w',
    );
    expect(imageSource('https://example.com/x.png')).toEqual({ src: 'https://example.com/x.png' });
  });

  it('is the cropped JPEG for social networks', () => {
    expect(socialImage('/media/a/b.jpg')).toBe('/media/a/b.jpg?v=og');
    expect(socialImage('https://example.com/x.png')).toBe('/og-default.jpg');
  });
});

describe('lists', () => {
  it('put featured before popular, with the chosen ones first, before newest', () => {
    const story = (day: number, isFeatured: boolean, isPopular: boolean, isPinned = false) => ({
      isFeatured,
      isPopular,
      isPinned,
      publishDate: new Date(2025, 0, day),
    });
    const [plainNew, plainOld, popular, pinned, featured] = [
      story(9, false, false),
      story(1, false, false),
      story(2, false, true),
      story(1, false, true, true),
      story(1, true, false),
    ];
    expect([plainOld, plainNew, popular, pinned, featured].sort(byRank)).toEqual([
      featured,
      pinned,
      popular,
      plainNew,
      plainOld,
    ]);
  });

  it('have pages of 20, from 1', () => {
    expect([0, 1, 20, 21, 40, 41].map(pageCount)).toEqual([1, 1, 1, 2, 2, 3]);
    expect([null, '', '1', '07', '2', '0', '-1', '1.5', 'x', '123456'].map(toPageNumber)).toEqual([
      1,
      1,
      1,
      null,
      2,
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
