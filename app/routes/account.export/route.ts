// All that is kept about the viewer, as a file.
import { exportOwnData } from '~/features/accounts/own-account.server';
import { viewerLoader } from '~/http/guards.server';

export const loader = viewerLoader(async ({ ctx, viewer }) => {
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return new Response(`${JSON.stringify(await exportOwnData(ctx, viewer), null, 2)}\n`, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="my-data-${day}.json"`,
      'cache-control': 'no-store',
    },
  });
});
