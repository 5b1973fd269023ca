// Looking through a page of articles for what readers would stumble over.

import { listSizes, walkWords } from '~/features/articles/walk-articles.server';
import { MEDIA_PREFIX } from '~/features/media/image-variants';
import { toSlugAddress } from '~/features/redirects/former-address';
import { isOwnAddress } from '~/features/redirects/redirect-address';
import { RangeNotSatisfiableError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { selectFoundPaths } from './content-check-repo.server';
import { examine, toOwnPath } from './examine';
import type { Fault } from './fault';

type CheckContext = Pick<AppContext, 'db' | 'files' | 'config'>;

export interface FaultyArticle {
  id: string;
  faults: Fault[];
}

/** Kept of one article; more are seen when these are mended. */
const MOST_FAULTS = 20;
/** Asked of the file store at a time. */
const AT_ONCE = 6;
/** Files that come with the site beside those of its rooms. */
const SITE_FILE = /^\/(?:favicon\.(?:ico|svg)|(?:logo|apple-touch-icon|icon-[\w-]+)\.png|og-default\.jpg)$/;

/** Articles of a range in which something is wrong, in their order. */
export async function checkPage(
  ctx: CheckContext,
  range: { from: string; upTo: string },
): Promise<FaultyArticle[]> {
  const { siteUrl } = ctx.config;
  const seen: { id: string; faults: Fault[]; paths: { written: string; path: string }[] }[] = [];
  for await (const { id, slug, content, imageUrl } of walkWords(ctx, await listSizes(ctx, range))) {
    const base = `/article/${slug}`;
    const { faults, paths } = examine(content ?? '', siteUrl, base);
    const picture = imageUrl ? toOwnPath(imageUrl, siteUrl, base) : null;
    if (imageUrl && picture && !paths.some(({ path }) => path === picture))
      paths.push({ written: imageUrl, path: picture });
    if (faults.length + paths.length > 0) seen.push({ id, faults, paths });
  }
  const lost = await findLost(ctx, new Set(seen.flatMap(({ paths }) => paths.map(({ path }) => path))));
  return seen
    .map(({ id, faults, paths }) => {
      const broken = paths.flatMap(({ written, path }): Fault[] => {
        const kind = lost.get(path);
        return kind ? [{ kind, what: written.slice(0, 200) }] : [];
      });
      return { id, faults: [...broken, ...faults].slice(0, MOST_FAULTS) };
    })
    .filter(({ faults }) => faults.length > 0);
}

/** Paths that lead nowhere, and what that makes them. */
async function findLost(
  ctx: CheckContext,
  paths: ReadonlySet<string>,
): Promise<Map<string, 'broken-link' | 'missing-file'>> {
  const lost = new Map<string, 'broken-link' | 'missing-file'>();
  const isFile = (path: string) => path.startsWith(MEDIA_PREFIX);
  const files = [...paths].filter(isFile);
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const some = files.slice(from, from + AT_ONCE);
    const there = await Promise.all(some.map((path) => hasFile(ctx, path.slice(MEDIA_PREFIX.length))));
    for (const [index, path] of some.entries()) if (!there[index]) lost.set(path, 'missing-file');
  }
  const asked = [...paths]
    .filter((path) => !isFile(path) && !isOwnAddress(path) && !SITE_FILE.test(path))
    .map((path) => {
      const { kind = null, slug = null } = toSlugAddress(path) ?? {};
      return { path, kind, slug };
    });
  if (asked.length === 0) return lost;
  const { rows } = await ctx.db.read(selectFoundPaths(ctx.db.build, asked));
  const known = new Set(rows.map(({ path }) => path));
  for (const { path } of asked) if (!known.has(path)) lost.set(path, 'broken-link');
  return lost;
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
