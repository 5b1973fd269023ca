import { describe, expect, it } from 'vitest';
import { composeFrontPage, type FrontPageSource, NEWEST_FETCH } from '~/features/articles/public/front-page';

interface Story {
  slug: string;
}

const stories = (prefix: string, count: number): Story[] =>
  Array.from({ length: count }, (_, i) => ({ slug: `${prefix}${i + 1}` }));
const slugs = (list: Story[] | undefined) => list?.map((story) => story.slug);

function compose(source: Partial<FrontPageSource<Story>>) {
  return composeFrontPage<Story>({ featured: [], newest: [], sections: {}, ...source });
}

describe('home page selection', () => {
  it('gives the first featured article to the hero, 3 to Latest Stories, 4 to the featured block', () => {
    const page = compose({ featured: stories('f', 10), newest: stories('n', 12) });
    expect(page.hero?.slug).toBe('f1');
    expect(page.latest.lead?.slug).toBe('f2');
    expect(slugs(page.latest.headlines)).toEqual(['f3', 'f4', 'n1']);
    expect(slugs(page.featured)).toEqual(['f5', 'f6', 'f7', 'f8']);
  });

  it('fills Latest Stories with the newest articles that are not above', () => {
    const page = compose({
      featured: stories('f', 2),
      newest: [{ slug: 'f1' }, { slug: 'f2' }, ...stories('n', 4)],
    });
    expect(page.latest.lead?.slug).toBe('f2');
    expect(slugs(page.latest.headlines)).toEqual(['n1', 'n2', 'n3']);
    expect(page.featured).toEqual([]);
  });

  it('has no hero without featured articles, but shows the latest', () => {
    const page = compose({ newest: stories('n', 5) });
    expect(page.hero).toBeNull();
    expect(page.latest.lead?.slug).toBe('n1');
    expect(slugs(page.latest.headlines)).toEqual(['n2', 'n3', 'n4']);
  });

  it('is empty without articles', () => {
    const page = compose({});
    expect(page).toEqual({ hero: null, latest: { lead: null, headlines: [] }, featured: [], sections: {} });
  });

  it('shows up to 5 articles per section that are not above, and leaves out empty sections', () => {
    const page = compose({
      featured: stories('o', 8),
      sections: {
        operations: stories('o', 8),
        'ai-automation': stories('a', 8),
        'growth-strategy': [{ slug: 'o1' }],
      },
    });
    expect(slugs(page.sections['ai-automation'])).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
    expect(page.sections.operations).toBeUndefined();
    expect(page.sections['growth-strategy']).toBeUndefined();
  });

  it('never shows an article twice, even if the sources overlap', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const pick = (count: number) =>
        [
          ...new Set(
            Array.from({ length: count }, (_, i) => `s${(seed * 7919 + i * i * 31 + i * seed) % 40}`),
          ),
        ].map((slug) => ({ slug }));
      const page = compose({
        featured: pick(10),
        newest: pick(NEWEST_FETCH),
        sections: {
          'ai-automation': pick(8),
          'remote-talent': pick(8),
          'digital-marketing': pick(8),
          operations: pick(8),
        },
      });
      const shown = [
        page.hero,
        page.latest.lead,
        ...page.latest.headlines,
        ...page.featured,
        ...Object.values(page.sections).flat(),
      ]
        .filter((story) => story != null)
        .map((story) => story.slug);
      expect(new Set(shown).size).toBe(shown.length);
    }
  });
});
