// Finds paths of this site that lead to no page, for the content check and for the links in the editor.
import { z } from 'zod';
import { toSlugAddress } from '~/features/redirects/former-address';
import { isOwnAddress } from '~/features/redirects/redirect-address';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { selectFoundPaths } from './content-check-repo.server';
import { LONGEST_PATH, MAX_PATHS } from './written-paths';

type DbContext = Pick<AppContext, 'db'>;

/** Files at the site's root and pages of an account, which the list of `isOwnAddress` leaves out. */
const NOT_LOOKED_UP =
  /^\/(?:favicon\.(?:ico|svg)|(?:logo|apple-touch-icon|icon-[\w-]+)\.png|og-default\.jpg|(?:ads|indexnow-key)\.txt|opensearch\.xml|account\/.+)$/;
const TAG_FEED = /^(\/tag\/[^/]+)\/feed\.xml$/;

const Path = z
  .string()
  .max(LONGEST_PATH, `A path is limited to ${LONGEST_PATH} characters`)
  .regex(/^\/[\x21-\x7e]*$/, 'A path should start with a slash and be percent-encoded');

const WrittenPaths = z.object({
  paths: z.array(Path).max(MAX_PATHS, `At most ${MAX_PATHS} paths can be checked in one request`),
});

/**
 * The paths of `{paths}` that lead to no page, or to an article that is not published.
 * @throws InvalidError
 */
export async function checkWrittenPaths(ctx: DbContext, input: unknown): Promise<string[]> {
  return findBrokenPaths(ctx, [...new Set(parseInput(WrittenPaths, input).paths)]);
}

/** @param paths in their plain spelling (lib/plain-path.ts), without uploaded files */
export async function findBrokenPaths({ db }: DbContext, paths: readonly string[]): Promise<string[]> {
  const asked = paths
    .filter((path) => !isOwnAddress(path) && !NOT_LOOKED_UP.test(path))
    .map((path) => {
      const { kind = null, slug = null } = toSlugAddress(path.replace(TAG_FEED, '$1')) ?? {};
      return { path, kind, slug };
    });
  if (asked.length === 0) return [];
  const { rows } = await db.read(selectFoundPaths(db.build, asked));
  const found = new Set(rows.map(({ path }) => path));
  return asked.flatMap(({ path }) => (found.has(path) ? [] : [path]));
}
