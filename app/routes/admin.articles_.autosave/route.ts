// Where the editor's page sends what is being typed. No page of its own.
import { redirect } from '@remix-run/cloudflare';
import { autosave } from '~/features/articles/drafts.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { readForm } from '~/http/read-form.server';
import { readPostedArticle } from '../admin.articles_.$id.edit/editor-form.server';

export const loader = adminLoader(() => redirect('/admin/articles'));

export const action = adminAction(async ({ ctx, request, viewer }) => {
  const { id, version, fields } = readPostedArticle(await readForm(request));
  const savedAt = await autosave(ctx, viewer.userId, { id, baseVersion: version, fields });
  return Response.json({ savedAt: savedAt.toISOString() });
});
