// Giving an article another picture without touching the rest of it.
import { auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import type { AppContext, Statement } from '~/platform/context';
import { purgeTouched } from './purge-touched.server';
import { lockImage, selectIllustrated, updateImage } from './set-image-repo.server';
import { insertRevision } from './snapshots-repo.server';
import { selectStandings } from './standings-repo.server';

/** What is drawn from an article, and what it shows now. */
export interface Illustrated {
  id: string;
  title: string;
  summary: string;
  /** Null or '' for none. */
  imageUrl: string | null;
  imageAlt: string;
  categoryName: string | null;
  categorySlug: string | null;
}

export interface ArticleImage {
  /** Site-relative; null for none. */
  url: string | null;
  alt: string;
}

/** Null for one that is gone or in the Trash. */
export async function findIllustrated(
  { db }: Pick<AppContext, 'db'>,
  id: string,
): Promise<Illustrated | null> {
  const [found = null] = await db.read(selectIllustrated(db.build, id));
  return found;
}

/**
 * Statements that replace the picture that `article` was read with: revision and audit line included, the date left
 * alone. The transaction they are part of is refused when the article is gone (NotFoundError) or has another picture
 * meanwhile (ConflictError), and when `image` is of the library and there no more. Afterwards: `purgeImage`.
 */
export function imageStatements(
  ctx: Pick<AppContext, 'db' | 'request'>,
  actor: { userId: string } | null,
  article: Pick<Illustrated, 'id' | 'title' | 'imageUrl' | 'imageAlt'>,
  image: ArticleImage,
): Statement<unknown>[] {
  const { build } = ctx.db;
  const { id, title, imageUrl, imageAlt } = article;
  const changes = listChanges({ imageUrl, imageAlt }, { imageUrl: image.url, imageAlt: image.alt });
  return [
    lockImage(build, id, imageUrl, image.url),
    // A version that no door kept can be brought back too.
    insertRevision(build, id, 'found', null),
    updateImage(build, id, image),
    insertRevision(build, id, 'image', actor?.userId ?? null),
    auditLine(ctx, {
      event: 'article_updated',
      actorId: actor?.userId ?? null,
      subject: title,
      details: { id, changes, cause: 'image' },
    }),
  ];
}

/** Drops the cached pages that show the article: it stands where it stood. */
export async function purgeImage(ctx: Pick<AppContext, 'db' | 'pages'>, id: string): Promise<void> {
  const standings = await ctx.db.read(selectStandings(ctx.db.build, [id]));
  await purgeTouched(ctx, standings, standings);
}
