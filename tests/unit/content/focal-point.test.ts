// The focal point at the end of an image's URL, and what it does to the copies of the image.
import { describe, expect, it } from 'vitest';
import { withImageSizes } from '~/features/media/embedded/image-sizes';
import { imageSource, thumbnailSource } from '~/features/media/image-source';
import { listVariantKeys, variantKey } from '~/features/media/image-variants';
import { toVariant } from '~/features/media/serve-media.server';
import { socialImage } from '~/features/media/social-image';
import { focusClass, readFocus, withFocus, withoutFocus } from '~/lib/focal-point';
import { toOwnPath } from '~/lib/plain-path';
import { createImageResizer } from '~/platform/images/image-resizer.server';

const FILE = '/media/article-images/articles/1.jpg';

describe('a focal point', () => {
  it.each([
    [`${FILE}#focus=30,70`, { x: 30, y: 70 }],
    [`${FILE}#focus=34,66`, { x: 30, y: 70 }],
    [`${FILE}#focus=0,100`, { x: 0, y: 100 }],
    [`${FILE}#focus=999,5`, { x: 100, y: 10 }],
    [FILE, null],
    [`${FILE}#focus=30`, null],
    [`${FILE}#focus=-3,70`, null],
    [`${FILE}#focus=30,70"><script>`, null],
    ['', null],
  ])('of %s is %o', (url, focus) => {
    expect(readFocus(url)).toEqual(focus);
    expect(focusClass(url)).toBe(focus ? `focus-x-${focus.x} focus-y-${focus.y}` : '');
  });

  it('replaces the one before, and the center is left out', () => {
    expect(withFocus(`${FILE}#focus=30,70`, { x: 0, y: 10 })).toBe(`${FILE}#focus=0,10`);
    expect(withFocus(`${FILE}#focus=30,70`, { x: 50, y: 50 })).toBe(FILE);
    expect(withFocus('', { x: 0, y: 10 })).toBe('');
    expect(withoutFocus(`${FILE}#focus=30,70`)).toBe(FILE);
    expect(withoutFocus('https://example.com/a.png#top')).toBe('https://example.com/a.png#top');
  });

  it('is in no URL of a copy, except as the crop of the social image', () => {
    expect(imageSource(`${FILE}#focus=30,70`)).toEqual(imageSource(FILE));
    expect(imageSource('/stock/tools-800.webp#focus=30,70')).toEqual(imageSource('/stock/tools-800.webp'));
    expect(toOwnPath(`${FILE}#focus=30,70`, 'https://m.com', '/')).toBe(FILE);
    expect(thumbnailSource(`${FILE}#focus=30,70`)).toBe(`${FILE}?w=160`);
    expect(socialImage(`${FILE}#focus=30,90`)).toBe(`${FILE}?v=og&at=25,100`);
    expect(socialImage(`${FILE}#focus=50,40`)).toBe(`${FILE}?v=og`);
  });

  it('is kept in the URL of a copy, which shows the same sizes as the URL of the file', () => {
    for (const copy of [`${FILE}?w=1200#focus=30,90`, `${FILE}?v=og&at=25,100#focus=30,90`]) {
      expect(imageSource(copy)).toEqual(imageSource(FILE));
      expect(thumbnailSource(copy)).toBe(`${FILE}?w=160`);
      expect(socialImage(copy)).toBe(`${FILE}?v=og&at=25,100`);
    }
    expect(imageSource('https://example.com/a.png?w=1200')).toEqual({
      src: 'https://example.com/a.png?w=1200',
    });
  });

  it('positions an image in a text or gallery, and keeps its resized copies', () => {
    const plain = withImageSizes(`<img src="${FILE}" alt="" />`);
    const moved = plain.replace('src=', 'class="focus-x-30 focus-y-70" src=');
    expect(withImageSizes(`<img src="${FILE}#focus=30,70" alt="" />`)).toBe(moved);
    for (const other of ['/media/moving.gif', '/media/drawn.svg', '/stock/tools-800.webp'])
      expect(withImageSizes(`<img src="${other}#focus=30,70" alt="" />`)).toBe(
        `<img class="focus-x-30 focus-y-70" src="${other}" alt="" />`,
      );
  });

  it('has one stored social image for each quarter, and none for anything else', () => {
    const variantOf = (query: string) => toVariant(new URLSearchParams(query));
    expect(variantOf('v=og&at=25,100')).toBe('og-25-100');
    for (const at of ['50,50', '26,100', '25,100,0', '-25,0', '1e2,0', '', 'x'])
      expect(variantOf(`v=og&at=${at}`), at).toBe('og');
    const keys = listVariantKeys('article-images/articles/1.jpg');
    expect(keys).toContain(variantKey('article-images/articles/1.jpg', 'og-25-100'));
    expect(keys.filter((key) => key.includes('/og'))).toHaveLength(25);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is where Cloudflare crops the social image', async () => {
    const transforms: unknown[] = [];
    const output = { image: () => new Blob([]).stream(), contentType: () => 'image/jpeg' };
    const transformed = { output: async () => output };
    const input = () => ({ transform: (given: unknown) => transforms.push(given) && transformed });
    const resizer = createImageResizer({ input } as unknown as ImagesBinding);
    await resizer.resize(new Blob([]).stream(), { around: { x: 25, y: 100 } });
    expect(transforms).toEqual([
      { width: 1200, height: 630, fit: 'cover', gravity: { x: 0.25, y: 1, mode: 'remainder' } },
    ]);
  });
});
