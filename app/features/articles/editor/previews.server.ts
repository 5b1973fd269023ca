// Preview links, which show a draft without an account for 7 days.

import { auditLine } from '~/features/audit/audit.server';
import { NotFoundError } from '~/lib/errors';
import { DAY_MS } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import { ARTICLE_GONE } from '../own-articles';
import { selectSnapshot } from '../revisions/snapshots-repo.server';
import { deletePreviews, insertPreview, previewsExist, selectPreviews } from './previews-repo.server';

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
  if (!article) throw new NotFoundError(ARTICLE_GONE);
  return {
    id,
    title: article.snapshot.title,
    links: links.map(({ createdAt, expiresAt }) => ({
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  };
}

/** The article, and its title for the audit log. */
interface Shared {
  id: string;
  title: string;
}

/** @returns the link; it cannot be shown again, because only its hash is stored */
export async function sharePreview(
  ctx: AppContext,
  { userId }: { userId: string },
  { id, title }: Shared,
): Promise<string> {
  const { db, tokens } = ctx;
  // Hexadecimal, because URLs of this site are lowercase.
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

/** Invalidates all preview links of an article. */
export async function revokePreviews(
  ctx: AppContext,
  { userId }: { userId: string },
  { id, title }: Shared,
): Promise<void> {
  const { db } = ctx;
  const event = { event: 'preview_revoked', actorId: userId, subject: title, details: { id } };
  await db.write(auditLine(ctx, event, previewsExist(id)), deletePreviews(db.build, id));
}
