// Exports a table of the readership report as CSV.
import { exportReadership } from '~/features/readership/reports/export-readership.server';
import { toReadingQuery } from '~/features/readership/reports/reading-range';
import { attachment, CSV } from '~/http/attachment';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { InvalidError } from '~/lib/errors';

export const loader = adminLoader('readership', async ({ ctx, url, viewer }) => {
  const { query, error } = toReadingQuery(url.searchParams);
  if (error) throw new InvalidError(error);
  const table = url.searchParams.get('table') ?? 'time';
  const { fileName, text } = await exportReadership(ctx, table, query, viewer);
  return attachment(text, fileName, CSV);
});
export const action = adminAction('readership', () => new Response(null, { status: 405 }));
