// What the seed and the specification's footer require of the demo content.
import { describe, expect, test } from 'vitest';
import { cleanHtml, htmlToText } from '../../../app/lib/html/clean-html';
import { toSlug } from '../../../app/lib/slug';
import { DEMO_ACCOUNTS } from '../../../db/seed/demo-accounts';
import { articleCovers } from '../../../db/seed/demo-covers';
import { DEMO_CATEGORIES, DEMO_TAGS } from '../../../db/seed/demo-taxonomy';
import { readDemoArticles, readDemoPages } from '../../../db/seed/demo-texts';
import { publicationTime } from '../../../db/seed/publication-time';

// Reading throws an error with the file's name if front matter does not match its schema.
const articles = readDemoArticles();
const pages = readDemoPages();
const published = articles.filter(({ status }) => status === 'published');

const words = (html: string) => htmlToText(html).split(' ').length;
const internalLinks = (html: string) => [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href ?? '');

/** Paths that exist with any database content. */
const FIXED_ADDRESSES = ['/', '/newsletter', '/category/all'];

describe('demo site', () => {
  test('has as many published articles in each category as the specified footer shows', () => {
    const counts = Object.fromEntries(
      DEMO_CATEGORIES.map(({ name, slug }) => [
        name,
        published.filter(({ category }) => category === slug).length,
      ]),
    );
    expect(counts).toEqual({
      'Digital Marketing': 14,
      'Growth Strategy': 10,
      'Remote Talent': 6,
      Operations: 6,
      'AI & Automation': 5,
      Tools: 2,
      Interviews: 0,
    });
  });

  test('has an account for each role, and an author with drafts and published articles', () => {
    expect(DEMO_ACCOUNTS.map(({ role }) => role)).toEqual([
      'admin',
      'editor',
      'author',
      'sales',
      'audience',
      null,
    ]);
    const author = DEMO_ACCOUNTS.find(({ role }) => role === 'author')?.fullName;
    const statuses = articles.filter((article) => article.author === author).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['draft', 'published']));
  });

  test('has five drafts and three archived articles, three of them without an image', () => {
    expect(articles.filter(({ status }) => status === 'draft')).toHaveLength(5);
    expect(articles.filter(({ status }) => status === 'archived')).toHaveLength(3);
    const covers = articleCovers(articles);
    expect(covers.size).toBe(articles.length - 3);
    expect(published.filter(({ slug }) => !covers.has(slug))).toEqual([]);
    expect(new Set([...covers.values()].map(({ key }) => key)).size).toBe(covers.size);
  });

  test('has no two articles of the same day', () => {
    expect(new Set(articles.map(({ daysAgo }) => daysAgo)).size).toBe(articles.length);
  });

  test('has articles for each weekly issue, on whichever weekday the demo starts', () => {
    const days = published
      .map(({ daysAgo }) => daysAgo)
      .filter((day) => day <= 13 * 7)
      .toSorted((one, other) => one - other);
    const gaps = days.slice(1).map((day, index) => day - (days[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(6);
  });

  test('derives category and tag slugs with the slug rule', () => {
    for (const { name, slug } of DEMO_CATEGORIES) expect(slug).toBe(toSlug(name));
    expect(DEMO_TAGS.map(({ slug }) => slug)).toContain('ai-tools');
    expect(DEMO_TAGS).toHaveLength(12);
  });

  test('uses every tag in a published article', () => {
    const used = new Set(published.flatMap(({ tags }) => tags));
    expect(DEMO_TAGS.filter(({ slug }) => !used.has(slug))).toEqual([]);
  });
});

/** Each test lists the names of the texts that break its rule. */
describe('demo texts', () => {
  const slugsOf = (texts: readonly { slug: string }[]) => texts.map(({ slug }) => slug);

  test('are named by the slug of their title', () => {
    expect(slugsOf(articles.filter(({ title, slug }) => toSlug(title) !== slug))).toEqual([]);
  });

  test('of articles have 300 to 600 words', () => {
    expect(slugsOf(articles.filter(({ content }) => words(content) < 300 || words(content) > 600))).toEqual(
      [],
    );
  });

  test('are HTML that cleaning does not change', () => {
    expect(slugsOf([...articles, ...pages].filter(({ content }) => cleanHtml(content) !== content))).toEqual(
      [],
    );
  });

  test('have each tag once', () => {
    expect(slugsOf(articles.filter(({ tags }) => new Set(tags).size < tags.length))).toEqual([]);
  });

  test('link only to public paths', () => {
    const addresses = new Set([
      ...FIXED_ADDRESSES,
      ...published.map(({ slug }) => `/article/${slug}`),
      ...DEMO_CATEGORIES.map(({ slug }) => `/category/${slug}`),
      ...DEMO_TAGS.map(({ slug }) => `/tag/${slug}`),
      ...published.map(({ author }) => `/author/${toSlug(author)}`),
      ...pages.map(({ slug }) => `/page/${slug}`),
    ]);
    const broken = [...articles, ...pages].flatMap(({ slug, content }) =>
      internalLinks(content)
        .filter((href) => !addresses.has(href))
        .map((href) => `${slug} -> ${href}`),
    );
    expect(broken).toEqual([]);
  });

  test('skip no heading level', () => {
    const skips = (content: string) => {
      const levels = [1, ...[...content.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))];
      return levels.slice(1).some((level, index) => level === 1 || level > (levels[index] ?? 0) + 1);
    };
    expect(slugsOf([...articles, ...pages].filter(({ content }) => skips(content)))).toEqual([]);
  });
});

describe('demo publication time', () => {
  test.each([
    '2026-03-01T00:00:00Z',
    '2026-03-01T02:30:00Z',
    '2026-03-01T12:00:00Z',
    '2026-03-01T23:59:59Z',
  ])('is never in the future and is earlier for each day back, at %s', (moment) => {
    const now = new Date(moment);
    const times = articles
      .toSorted((a, b) => a.daysAgo - b.daysAgo)
      .map(({ slug, daysAgo }) => publicationTime(slug, daysAgo, now).getTime());
    expect(times[0]).toBeLessThan(now.getTime() - 3_600_000);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(new Set(times).size).toBe(times.length);
  });

  test('is later today than yesterday for all slugs', () => {
    const now = new Date('2026-03-01T00:00:00Z');
    for (const slug of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p']) {
      const today = publicationTime(slug, 0, now).getTime();
      for (const other of ['q', 'r', 's', 't', 'u', 'v', 'w', 'x']) {
        expect(publicationTime(other, 1, now).getTime()).toBeLessThan(today);
      }
    }
  });
});
