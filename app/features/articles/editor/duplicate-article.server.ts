// Duplicates an article.
import type { Viewer } from '~/features/accounts/account';
import { getSiteSettings } from '~/features/settings/settings.server';
import { NotFoundError } from '~/lib/errors';
import { cutText } from '~/lib/text';
import type { AppContext } from '~/platform/context';
import { TITLE_LIMIT } from '../article';
import { ARTICLE_GONE, requireOwner } from '../own-articles';
import { selectSnapshot } from '../revisions/snapshots-repo.server';
import { NOT_COPIED, toArticleInput, toEditorFields } from './editor-fields';
import { createArticle, type SavedArticle } from './save-article.server';

const SUFFIX = ' (copy)';

/**
 * Creates a draft from the stored version of an article. It belongs to `viewer` and has a slug of its own, no
 * dates, no canonical URL and no placement on the home page.
 * @throws NotFoundError; ForbiddenError if an author duplicates another person's article; InvalidError
 */
export async function duplicateArticle(ctx: AppContext, viewer: Viewer, id: string): Promise<SavedArticle> {
  const { db } = ctx;
  const [{ timeZone }, [found]] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectSnapshot(db.build, id)),
  ]);
  if (!found) throw new NotFoundError(ARTICLE_GONE);
  requireOwner(viewer, found);
  const fields = toEditorFields(found.snapshot, timeZone);
  const copy = {
    ...fields,
    ...NOT_COPIED,
    title: cutText(fields.title, 0, TITLE_LIMIT - SUFFIX.length).trimEnd() + SUFFIX,
  };
  // An author cannot set these, but a copy of their own article keeps them.
  const { membersOnly = false, seo = {} } = found.snapshot;
  const placed = { membersOnly, seo: { hideFromSearch: seo.hideFromSearch ?? '' } };
  return createArticle(ctx, viewer, toArticleInput(copy, timeZone), 'editor', undefined, undefined, placed);
}
