// Streams the readers of the last 30 minutes as server-sent events.
import { getLiveReaders } from '~/features/readership/reports/readership-report.server';
import { streamChanges } from '~/http/api/event-stream.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';

const POLL_MS = 5_000;

export const loader = adminLoader('readership', async ({ ctx, viewer }) =>
  streamChanges(await getLiveReaders(ctx, viewer), {
    event: 'readers',
    pollMs: POLL_MS,
    read: () => getLiveReaders(ctx, viewer),
    isLast: () => false,
    onError: (error) =>
      ctx.log.write({ event: 'inessential_failed', what: 'live readers', reason: String(error) }),
  }),
);
export const action = adminAction('readership', () => new Response(null, { status: 405 }));
