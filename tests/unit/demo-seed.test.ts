// The demo magazine's texts: what the seed and the specification's footer rely on.
import { describe, expect, test } from 'vitest';
import { cleanHtml, htmlToText } from '../../app/lib/clean-html';
import { toSlug } from '../../app/lib/slug';
import { DEMO_ACCOUNTS } from '../../db/seed/demo-accounts';
import { articleCovers } from '../../db/seed/demo-covers';
import { DEMO_CATEGORIES, DEMO_TAGS } from '../../db/seed/demo-taxonomy';
import { readDemoArticles, readDemoPages } from '../../db/seed/demo-texts';
import { publicationTime } from '../../db/seed/publication-time';

// Reading throws for front matter that does not fit its schema, with the file's name.
const articles = readDemoArticles();
const pages = readDemoPages();
const published = articles.filter(({ status }) => status === 'published');

const words = (html: string) => htmlToText(html).split(' ').length;
const internalLinks = (html: string) => [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href ?? '');

/** Addresses that exist whatever the database holds. */
const FIXED_ADDRESSES = ['/', '/newsletter', '/category/all'];

describe('the demo magazine', () => {
  test('has as many published articles in each category as the specified footer says', () => {
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

  test('has an account for each role, and its author has written drafts and published articles', () => {
    expect(DEMO_ACCOUNTS.map(({ role }) => role)).toEqual(['admin', 'editor', 'author', null]);
    const author = DEMO_ACCOUNTS.find(({ role }) => role === 'author')?.fullName;
    const statuses = articles.filter((article) => article.author === author).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['draft', 'published']));
  });

  test('has five drafts and three archived articles, three of them without a picture', () => {
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

  test('names categories and tags by the slug rule', () => {
    for (const { name, slug } of DEMO_CATEGORIES) expect(slug).toBe(toSlug(name));
    expect(DEMO_TAGS.map(({ slug }) => slug)).toContain('ai-tools');
    expect(DEMO_TAGS).toHaveLength(12);
  });

  test('uses every tag in a published article', () => {
    const used = new Set(published.flatMap(({ tags }) => tags));
    expect(DEMO_TAGS.filter(({ slug }) => !used.has(slug))).toEqual([]);
  });
});

/** Each test lists the texts that break its rule, by name. */
describe('the texts', () => {
  const slugsOf = (texts: readonly { slug: string }[]) => texts.map(({ slug }) => slug);

  test('are named by the slug of their title', () => {
    expect(slugsOf(articles.filter(({ title, slug }) => toSlug(title) !== slug))).toEqual([]);
  });

  test('of articles are 300 to 600 words long', () => {
    expect(slugsOf(articles.filter(({ content }) => words(content) < 300 || words(content) > 600))).toEqual(
      [],
    );
  });

  test('are clean HTML, which cleaning leaves as it is', () => {
    expect(slugsOf([...articles, ...pages].filter(({ content }) => cleanHtml(content) !== content))).toEqual(
      [],
    );
  });

  test('carry a tag once', () => {
    expect(slugsOf(articles.filter(({ tags }) => new Set(tags).size < tags.length))).toEqual([]);
  });

  test('link only to addresses that readers can open', () => {
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

  test('skip no heading level below their title', () => {
    const skips = (content: string) => {
      const levels = [1, ...[...content.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))];
      return levels.slice(1).some((level, index) => level === 1 || level > (levels[index] ?? 0) + 1);
    };
    expect(slugsOf([...articles, ...pages].filter(({ content }) => skips(content)))).toEqual([]);
  });
});

describe('the publication time', () => {
  test.each([
    '2026-03-01T00:00:00Z',
    '2026-03-01T02:30:00Z',
    '2026-03-01T12:00:00Z',
    '2026-03-01T23:59:59Z',
  ])('is never in the future and falls with every day ago, at %s', (moment) => {
    const now = new Date(moment);
    const times = articles
      .toSorted((a, b) => a.daysAgo - b.daysAgo)
      .map(({ slug, daysAgo }) => publicationTime(slug, daysAgo, now).getTime());
    expect(times[0]).toBeLessThan(now.getTime() - 3_600_000);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(new Set(times).size).toBe(times.length);
  });

  test('is later for today than for yesterday, whatever the slugs', () => {
    const now = new Date('2026-03-01T00:00:00Z');
    for (const slug of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p']) {
      const today = publicationTime(slug, 0, now).getTime();
      for (const other of ['q', 'r', 's', 't', 'u', 'v', 'w', 'x']) {
        expect(publicationTime(other, 1, now).getTime()).toBeLessThan(today);
      }
    }
  });
});
