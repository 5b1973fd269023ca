// Where the editor's page sends what is being typed. No page of its own.
import { redirect } from '@remix-run/cloudflare';
import { autosave } from '~/features/articles/drafts.server';
import { refuseForeignId, requireOwnArticle } from '~/features/articles/own-articles.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { readForm } from '~/http/read-form.server';
import { readPostedArticle } from '../admin.articles_.$id.edit/editor-form.server';

export const loader = adminLoader('own articles', () => redirect('/admin/articles'));

export const action = adminAction('own articles', async ({ ctx, request, viewer }) => {
  const form = await readForm(request);
  const { version, ...typed } = readPostedArticle(form);
  const { id } = typed;
  if (version === 0) await refuseForeignId(ctx, viewer, id);
  else await requireOwnArticle(ctx, viewer, id);
  // A page of an older build names no copy: its browser keeps the words then.
  if (!form.has('copy')) throw new Response(null, { status: 400 });
  const savedAt = await autosave(ctx, viewer.userId, { ...typed, baseVersion: version });
  return Response.json({ savedAt: savedAt?.toISOString() ?? null });
});
