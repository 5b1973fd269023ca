// Where the editor's page sends what is being typed. No page of its own.
import { redirect } from '@remix-run/cloudflare';
import { autosave } from '~/features/articles/drafts.server';
import { refuseForeignId, requireOwnArticle } from '~/features/articles/own-articles.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { readForm } from '~/http/read-form.server';
import { readPostedArticle } from '../admin.articles_.$id.edit/editor-form.server';

export const loader = adminLoader('own articles', () => redirect('/admin/articles'));

export const action = adminAction('own articles', async ({ ctx, request, viewer }) => {
  const { id, version, fields } = readPostedArticle(await readForm(request));
  if (version === 0) await refuseForeignId(ctx, viewer, id);
  else await requireOwnArticle(ctx, viewer, id);
  const savedAt = await autosave(ctx, viewer.userId, { id, baseVersion: version, fields });
  return Response.json({ savedAt: savedAt.toISOString() });
});
