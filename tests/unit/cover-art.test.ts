import { describe, expect, it } from 'vitest';
import { type CoverOrder, drawCover } from '~/features/media/cover-art/draw-cover';

const CATEGORIES = [
  'ai-automation',
  'remote-talent',
  'digital-marketing',
  'operations',
  'growth-strategy',
  'tools',
  'interviews',
  'default',
];
const SIZE = { width: 1600, height: 1000 };
const DEFAULT_TINT = '#c2b08c';
/** Enough to meet every composition of a category on more than one ground. */
const TAKES = 14;

const cover = (order: Partial<CoverOrder>) =>
  drawCover({ title: 'Pricing by phase', categorySlug: 'growth-strategy', ...SIZE, ...order });
const covers = CATEGORIES.flatMap((categorySlug) =>
  Array.from({ length: TAKES }, (_, ordinal) => ({
    name: `${categorySlug} ${ordinal}`,
    svg: cover({ title: `Take ${ordinal}`, categorySlug, ordinal }),
  })),
);
/** What is drawn, without the ids, which name the order they belong to. */
const drawing = (svg: string) => svg.replace(/\bc[a-z0-9]+-\d+\b/g, 'id');

describe('the cover artist', () => {
  it('draws the same picture for the same order', () => {
    expect(cover({})).toBe(cover({}));
  });

  it('takes no notice of space around the title', () => {
    expect(cover({ title: ' Pricing by phase ' })).toBe(cover({}));
  });

  it('draws another picture for another title', () => {
    const titles = Array.from({ length: 40 }, (_, index) => `The case for staying small, part ${index}`);
    expect(new Set(titles.map((title) => drawing(cover({ title })))).size).toBe(titles.length);
  });

  it('draws another picture for another category', () => {
    expect(new Set(CATEGORIES.map((categorySlug) => drawing(cover({ categorySlug })))).size).toBe(8);
  });

  it.each([
    'gardening',
    '',
    'constructor',
    '__proto__',
  ])('draws the default motif for the category "%s"', (slug) => {
    const svgs = Array.from({ length: TAKES }, (_, ordinal) => cover({ categorySlug: slug, ordinal }));
    expect(svgs.some((svg) => svg.includes(DEFAULT_TINT))).toBe(true);
  });

  it('keeps the composition whatever the size, so that every crop shows the same picture', () => {
    const wide = cover({ width: 1200, height: 630 });
    expect(wide).toContain('width="1200" height="630"');
    expect(wide.replace('width="1200" height="630"', 'width="1600" height="1000"')).toBe(cover({}));
  });

  it('gives neighbours in a category different colours when it knows their order', () => {
    const sky = (svg: string) => /<linearGradient.*?stop-color="(#[0-9a-f]{6})"/.exec(svg)?.[1];
    for (const categorySlug of CATEGORIES) {
      const skies = Array.from({ length: TAKES }, (_, ordinal) => sky(cover({ categorySlug, ordinal })));
      for (const [index, colour] of skies.entries()) expect(colour).not.toBe(skies[index + 1]);
    }
  });

  it('never turns a growth chart round, for then it would fall', () => {
    const mirrored = Array.from({ length: 60 }, (_, ordinal) => cover({ title: `Rise ${ordinal}`, ordinal }));
    const sails = mirrored.filter((svg) => svg.includes('matrix(-1 0 0 1 1600 0)'));
    // Of the six growth compositions only the sails may face either way.
    expect(sails.length).toBeLessThanOrEqual(10);
  });
});

describe('every cover', () => {
  /** Names of the covers of which something is true. */
  const coversThat = (isTrue: (svg: string) => boolean) =>
    covers.filter(({ svg }) => isTrue(svg)).map(({ name }) => name);

  it('is a well-formed document', () => {
    for (const { name, svg } of covers) expect(unclosedOrStray(svg), name).toEqual([]);
  });

  it('holds only numbers where numbers belong', () => {
    expect(coversThat((svg) => /NaN|undefined|Infinity|null|true|false/.test(svg))).toEqual([]);
  });

  it('has no text, script or picture in it', () => {
    const foreign = /<(text|tspan|script|style|image|foreignObject|use|a)\b/;
    expect(coversThat((svg) => foreign.test(svg))).toEqual([]);
  });

  it('refers to nothing outside itself', () => {
    const outside = /href|:\/\/|data:|@import/;
    expect(coversThat((svg) => outside.test(svg.replace('http://www.w3.org/2000/svg', '')))).toEqual([]);
    for (const { name, svg } of covers) {
      const defined = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
      const referred = [...svg.matchAll(/url\(([^)]*)\)/g)].map((match) => match[1]);
      const dangling = referred.filter((reference) => !defined.has(reference?.slice(1)));
      expect(dangling, name).toEqual([]);
    }
  });

  it('is a short document', () => {
    expect(coversThat((svg) => svg.length > 100_000)).toEqual([]);
  });
});

/** A small strict reader of XML without entities: tags that do not close in order, and anything that is no tag. */
function unclosedOrStray(xml: string): string[] {
  const tag = /<(\/?)([A-Za-z]+)((?: [A-Za-z0-9-]+="[^"<>&]*")*)(\/?)>/y;
  const open: string[] = [];
  let at = 0;
  while (at < xml.length) {
    tag.lastIndex = at;
    const match = tag.exec(xml);
    if (!match) return [`no tag at ${at}: ${xml.slice(at, at + 60)}`];
    const [whole, closing, name = '', attributes = '', empty] = match;
    const names = [...attributes.matchAll(/ ([A-Za-z0-9-]+)=/g)].map((attribute) => attribute[1]);
    if (new Set(names).size < names.length) return [`an attribute twice: ${whole}`];
    if (closing && open.pop() !== name) return [`</${name}> closes nothing, at ${at}`];
    if (!closing && !empty) open.push(name);
    at += whole.length;
    if (open.length === 0 && at < xml.length) return [`something after the end, at ${at}`];
  }
  return open;
}
