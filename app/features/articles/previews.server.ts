// Links that show a draft to people without an account, for a week.
import { auditLine } from '~/features/audit/audit.server';
import { DAY_MS } from '~/lib/days';
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { deletePreviews, insertPreview, selectPreviews } from './previews-repo.server';
import { selectSnapshot } from './snapshots-repo.server';

const DAYS = 7;

export interface ShareView {
  id: string;
  title: string;
  /** ISO 8601; newest first. */
  links: { createdAt: string; expiresAt: string }[];
}

/** @throws NotFoundError */
export async function getShareView({ db, clock }: AppContext, id: string): Promise<ShareView> {
  const [[article], links] = await Promise.all([
    db.read(selectSnapshot(db.build, id)),
    db.read(selectPreviews(db.build, id, clock.now())),
  ]);
  if (!article) throw new NotFoundError('This article does not exist any more.');
  return {
    id,
    title: article.snapshot.title,
    links: links.map(({ createdAt, expiresAt }) => ({
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  };
}

/** The article, and what it is called in the audit log. */
interface Shared {
  id: string;
  title: string;
}

/** @returns the link; it is known now and never again, for only its hash is kept */
export async function sharePreview(
  ctx: AppContext,
  { userId }: { userId: string },
  { id, title }: Shared,
): Promise<string> {
  const { db, tokens } = ctx;
  // Hex: addresses of ours have no capitals.
  const token = await tokens.hash(tokens.random());
  const now = ctx.clock.now();
  const preview = {
    hash: await tokens.hash(token),
    articleId: id,
    createdBy: userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + DAYS * DAY_MS),
  };
  await db.write(
    insertPreview(db.build, preview),
    auditLine(ctx, { event: 'preview_shared', actorId: userId, subject: title, details: { id } }),
  );
  return `${ctx.config.siteUrl}/preview/${token}`;
}

/** From now on none of an article's links shows anything. */
export async function revokePreviews(
  ctx: AppContext,
  { userId }: { userId: string },
  { id, title }: Shared,
): Promise<void> {
  const { db } = ctx;
  await db.write(
    deletePreviews(db.build, id),
    auditLine(ctx, { event: 'preview_revoked', actorId: userId, subject: title, details: { id } }),
  );
}
