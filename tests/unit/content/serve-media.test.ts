// Copies of images in the sizes that pages request, with a resizer that fails or takes long.
import sharp from 'sharp';
import { beforeEach, expect, it, vi } from 'vitest';
import { variantKey } from '~/features/media/image-variants';
import { makeUsualCopies } from '~/features/media/make-copies.server';
import { findMediaFile } from '~/features/media/serve-media.server';
import type { AppContext } from '~/platform/context';
import { drawAnimation, drawImage } from '../../support/images';

const files = new Map<string, { bytes: Uint8Array; contentType: string }>();
const resize = vi.fn<AppContext['images']['resize']>();
let now = Date.now();
let background: Promise<unknown>[] = [];

const ctx = {
  files: {
    find: async (key: string) => {
      const file = files.get(key);
      return file ? { ...file, body: new Response(Buffer.from(file.bytes)).body } : null;
    },
    readPart: async (key: string, from: number, length: number) =>
      files.get(key)?.bytes.subarray(from, from + length) ?? null,
    measure: async (key: string) => files.get(key)?.bytes.length ?? null,
    putNew: async (key: string, bytes: Uint8Array, contentType: string) =>
      void files.set(key, { bytes, contentType }),
    delete: async (keys: string[]) => {
      for (const key of keys) files.delete(key);
    },
  },
  images: { resize },
  clock: { now: () => new Date(now) },
  log: { write: () => {} },
  waitUntil: (work: Promise<unknown>) => background.push(work),
} as unknown as AppContext;

let count = 0;
/** Stores an original under a key that no other test uses, because the isolate remembers keys. */
function store(bytes: Uint8Array, extension: string, contentType = `image/${extension}`): string {
  count += 1;
  const key = `article-images/articles/${count}.${extension}`;
  files.set(key, { bytes, contentType });
  return key;
}

const bytesOf = (file: Awaited<ReturnType<typeof findMediaFile>>) =>
  new Response(file?.body).arrayBuffer().then((buffer) => new Uint8Array(buffer));

const succeed: AppContext['images']['resize'] = async (_, to) => ({
  body: new Blob(['small']).stream(),
  contentType: 'format' in to ? `image/${to.format}` : 'image/jpeg',
});

beforeEach(() => {
  files.clear();
  background = [];
  resize.mockReset().mockImplementation(succeed);
});

it('does not keep a copy of an image that was deleted while the copy was made', async () => {
  const key = store(await drawImage('png'), 'png');
  let finish = () => {};
  const waits = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const started = new Promise<void>((resolve) => {
    resize.mockImplementation(async (...given) => {
      resolve();
      await waits;
      return succeed(...given);
    });
  });
  const asked = findMediaFile(ctx, key, 'w800');
  await started;
  files.delete(key);
  finish();
  await expect(asked).rejects.toThrow('There is no such image');
  expect([...files.keys()]).toEqual([]);
});

it('returns the original if it cannot be resized, and tries again a minute later', async () => {
  const original = await drawImage('avif');
  const key = store(original, 'avif');
  resize.mockRejectedValue(new Error('Unsupported input format'));
  for (const _time of ['first', 'second']) {
    expect(await bytesOf(await findMediaFile(ctx, key, 'w800'))).toEqual(original);
    expect(resize).toHaveBeenCalledTimes(1);
  }
  now += 60_000;
  resize.mockImplementation(succeed);
  expect((await findMediaFile(ctx, key, 'w800'))?.contentType).toBe('image/webp');
});

it('has no social image if the original cannot be resized', async () => {
  const key = store(await drawImage('avif'), 'avif');
  resize.mockRejectedValue(new Error('Unsupported input format'));
  expect(await findMediaFile(ctx, key, 'og')).toBeNull();
  expect(await findMediaFile(ctx, key, 'og')).toBeNull();
  expect(resize).toHaveBeenCalledTimes(1);
  await expect(findMediaFile(ctx, 'article-images/articles/none.avif', 'og')).rejects.toThrow(
    'There is no such image',
  );
});

it.each(['webp', 'gif'] as const)('keeps all frames of an animated %s', async (format) => {
  const key = store(await drawAnimation(format), format);
  const served = await bytesOf(await findMediaFile(ctx, key, 'w800', { takesAvif: true }));
  expect((await sharp(served).metadata()).pages).toBe(2);
  expect(resize).not.toHaveBeenCalled();
  expect((await findMediaFile(ctx, key, 'og'))?.contentType).toBe('image/jpeg');
});

it('resizes a GIF with one frame', async () => {
  const key = store(await drawImage('gif'), 'gif');
  expect((await findMediaFile(ctx, key, 'w800'))?.contentType).toBe('image/webp');
});

it('makes the AVIF copy of an image whose WebP copies were made in advance', async () => {
  const bytes = await drawImage('png');
  const key = store(bytes, 'png');
  await makeUsualCopies(ctx, { key, bytes });
  const ask = () => findMediaFile(ctx, key, 'w800', { takesAvif: true });
  expect((await ask())?.contentType).toBe('image/webp');
  await Promise.all(background);
  expect(files.has(variantKey(key, 'w800', 'avif'))).toBe(true);
  expect((await ask())?.contentType).toBe('image/avif');
});

it('does not try again for a minute to make an AVIF copy that failed', async () => {
  const bytes = await drawImage('png');
  const key = store(bytes, 'png');
  await makeUsualCopies(ctx, { key, bytes });
  resize.mockReset().mockRejectedValue(new Error('Too large for AVIF'));
  for (const _time of ['first', 'second']) {
    const found = await findMediaFile(ctx, key, 'w800', { takesAvif: true });
    expect(found?.contentType).toBe('image/webp');
    await Promise.all(background);
  }
  expect(resize).toHaveBeenCalledTimes(1);
});
