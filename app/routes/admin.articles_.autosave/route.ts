// Receives autosaved input from the editor. Renders no page.
import { redirect } from '@remix-run/cloudflare';
import { autosave } from '~/features/articles/editor/drafts.server';
import { requireOwnArticle, requireOwnId } from '~/features/articles/own-articles.server';
import { readPostedArticle } from '~/http/admin/article-form.server';
import { readForm } from '~/http/forms/read-form.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';

export const loader = adminLoader('own articles', () => redirect('/admin/articles'));

export const action = adminAction('own articles', async ({ ctx, request, viewer }) => {
  const form = await readForm(request);
  const { version, ...typed } = readPostedArticle(form);
  const { id } = typed;
  if (version === 0) await requireOwnId(ctx, viewer, id);
  else await requireOwnArticle(ctx, viewer, id);
  // Pages of an older build send no `copy`. With status 400, their browser keeps the draft.
  if (!form.has('copy')) throw new Response(null, { status: 400 });
  const savedAt = await autosave(ctx, viewer.userId, { ...typed, baseVersion: version });
  return Response.json({ savedAt: savedAt?.toISOString() ?? null });
});
