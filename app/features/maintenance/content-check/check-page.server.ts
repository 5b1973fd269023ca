// Checks a batch of articles for broken links, missing files, missing alt text and skipped headings.

import { listSizes, streamArticleTexts } from '~/features/articles/bulk/walk-articles.server';
import { MEDIA_PREFIX } from '~/features/media/image-variants';
import { RangeNotSatisfiableError } from '~/lib/errors';
import { toOwnPath } from '~/lib/plain-path';
import { cutText } from '~/lib/text';
import type { AppContext } from '~/platform/context';
import { findBrokenPaths } from './broken-paths.server';
import { examine } from './examine';
import type { Fault } from './fault';

type CheckContext = Pick<AppContext, 'db' | 'files' | 'config'>;

export interface FaultyArticle {
  id: string;
  faults: Fault[];
}

/** Faults stored per article; the rest show up after these are fixed. */
const MAX_FAULTS = 20;
/** Concurrent file store requests. */
const FILES_AT_A_TIME = 6;

/** Returns the articles of a range that have faults, in id order. */
export async function checkPage(
  ctx: CheckContext,
  range: { from: string; upTo: string },
): Promise<FaultyArticle[]> {
  const { siteUrl } = ctx.config;
  const seen: { id: string; faults: Fault[]; paths: { written: string; path: string }[] }[] = [];
  for await (const { id, slug, content, imageUrl } of streamArticleTexts(ctx, await listSizes(ctx, range))) {
    const base = `/article/${slug}`;
    const { faults, paths } = examine(content ?? '', siteUrl, base);
    const image = imageUrl ? toOwnPath(imageUrl, siteUrl, base) : null;
    if (imageUrl && image && !paths.some(({ path }) => path === image))
      paths.push({ written: imageUrl, path: image });
    if (faults.length + paths.length > 0) seen.push({ id, faults, paths });
  }
  const missing = await findMissing(ctx, new Set(seen.flatMap(({ paths }) => paths.map(({ path }) => path))));
  return seen
    .map(({ id, faults, paths }) => {
      const broken = paths.flatMap(({ written, path }): Fault[] => {
        const kind = missing.get(path);
        return kind ? [{ kind, what: cutText(written, 0, 200) }] : [];
      });
      return { id, faults: [...broken, ...faults].slice(0, MAX_FAULTS) };
    })
    .filter(({ faults }) => faults.length > 0);
}

/** Maps each path that leads nowhere to the kind of fault. */
async function findMissing(
  ctx: CheckContext,
  paths: ReadonlySet<string>,
): Promise<Map<string, 'broken-link' | 'missing-file'>> {
  const missing = new Map<string, 'broken-link' | 'missing-file'>();
  const isFile = (path: string) => path.startsWith(MEDIA_PREFIX);
  const files = [...paths].filter(isFile);
  for (let from = 0; from < files.length; from += FILES_AT_A_TIME) {
    const some = files.slice(from, from + FILES_AT_A_TIME);
    const there = await Promise.all(some.map((path) => hasFile(ctx, path.slice(MEDIA_PREFIX.length))));
    for (const [index, path] of some.entries()) if (!there[index]) missing.set(path, 'missing-file');
  }
  const pages = [...paths].filter((path) => !isFile(path));
  for (const path of await findBrokenPaths(ctx, pages)) missing.set(path, 'broken-link');
  return missing;
}

/** @throws UnavailableError */
async function hasFile({ files }: CheckContext, key: string): Promise<boolean> {
  try {
    const file = await files.find(key, { range: 'bytes=0-0' });
    await file?.body.cancel();
    return file !== null;
  } catch (error) {
    if (error instanceof RangeNotSatisfiableError) return true;
    throw error;
  }
}
