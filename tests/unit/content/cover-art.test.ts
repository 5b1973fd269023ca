import { type CoverOrder, drawCover } from 'dev/cover-art/draw-cover';
import { rasterizeOnce } from 'dev/cover-artist/rasterize';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

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
/** Enough to cover every composition of a category on more than one background. */
const TAKES = 14;

const cover = (order: Partial<CoverOrder>) =>
  drawCover({ title: 'Pricing by phase', categorySlug: 'growth-strategy', ...SIZE, ...order });
const covers = CATEGORIES.flatMap((categorySlug) =>
  Array.from({ length: TAKES }, (_, ordinal) => ({
    name: `${categorySlug} ${ordinal}`,
    svg: cover({ title: `Take ${ordinal}`, categorySlug, ordinal }),
  })),
);
/** The drawing without its ids, which contain a running number. */
const drawing = (svg: string) => svg.replace(/\bc[a-z0-9]+-\d+\b/g, 'id');

describe('cover generator', () => {
  it('draws the same cover for the same input', () => {
    expect(cover({})).toBe(cover({}));
  });

  it('ignores space around the title', () => {
    expect(cover({ title: ' Pricing by phase ' })).toBe(cover({}));
  });

  it('draws different covers for different titles', () => {
    const titles = Array.from({ length: 40 }, (_, index) => `The case for staying small, part ${index}`);
    expect(new Set(titles.map((title) => drawing(cover({ title })))).size).toBe(titles.length);
  });

  it('draws different covers for different categories', () => {
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

  it('keeps the composition at every size, so that every crop shows the same motif', () => {
    const wide = cover({ width: 1200, height: 630 });
    expect(wide).toContain('width="1200" height="630"');
    expect(wide.replace('width="1200" height="630"', 'width="1600" height="1000"')).toBe(cover({}));
  });

  it('gives neighbors in a category different colors when it gets their order', () => {
    const sky = (svg: string) => /<linearGradient.*?stop-color="(#[0-9a-f]{6})"/.exec(svg)?.[1];
    for (const categorySlug of CATEGORIES) {
      const skies = Array.from({ length: TAKES }, (_, ordinal) => sky(cover({ categorySlug, ordinal })));
      for (const [index, color] of skies.entries()) expect(color).not.toBe(skies[index + 1]);
    }
  });

  it('never mirrors a growth chart, because it would then fall', () => {
    const mirrored = Array.from({ length: 60 }, (_, ordinal) => cover({ title: `Rise ${ordinal}`, ordinal }));
    const sails = mirrored.filter((svg) => svg.includes('matrix(-1 0 0 1 1600 0)'));
    // Of the six growth compositions only the sails may be mirrored.
    expect(sails.length).toBeLessThanOrEqual(10);
  });
});

it('renders a cover as SVG renderers do, although each grain tile is drawn only once', async () => {
  const svg = cover({ categorySlug: 'tools' });
  expect(svg.match(/<pattern /g)?.length).toBeGreaterThan(1);
  const { data } = await (await rasterizeOnce(svg, SIZE)).raw().toBuffer({ resolveWithObject: true });
  const expected = await sharp(Buffer.from(svg)).flatten().removeAlpha().raw().toBuffer();
  const difference =
    data.reduce((sum, value, at) => sum + Math.abs(value - (expected[at] ?? 0)), 0) / data.length;
  expect(data.length).toBe(expected.length);
  // Of 255. A turned or enlarged motif has softer grain.
  expect(difference).toBeLessThan(3);
});

describe('every cover', () => {
  /** Names of the covers that match a condition. */
  const coversThat = (isTrue: (svg: string) => boolean) =>
    covers.filter(({ svg }) => isTrue(svg)).map(({ name }) => name);

  it('is well-formed XML', () => {
    for (const { name, svg } of covers) expect(unclosedOrStray(svg), name).toEqual([]);
  });

  it('contains only numbers where numbers are expected', () => {
    expect(coversThat((svg) => /NaN|undefined|Infinity|null|true|false/.test(svg))).toEqual([]);
  });

  it('contains no text, script or image', () => {
    const external = /<(text|tspan|script|style|image|foreignObject|use|a)\b/;
    expect(coversThat((svg) => external.test(svg))).toEqual([]);
  });

  it('refers to nothing outside itself', () => {
    const publicFetch = /href|:\/\/|data:|@import/;
    expect(coversThat((svg) => publicFetch.test(svg.replace('http://www.w3.org/2000/svg', '')))).toEqual([]);
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

/** A small strict XML reader without entities. Returns tags that do not close in order and stray markup. */
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
