// Downloads everything that an import reported, as plain text.
import { openReport } from '~/features/transfer/import/import-results.server';
import { attachment } from '~/http/attachment';
import { idParam } from '~/http/forms/url-params.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';

export const action = adminAction('transfer', () => new Response(null, { status: 405 }));

export const loader = adminLoader('transfer', async ({ ctx, params }) => {
  const { fileName, body } = await openReport(ctx, idParam(params));
  return attachment(body, fileName, 'text/plain; charset=utf-8');
});
