// All that is kept about the viewer, as a file. A form asks for it, so that no link of another site does; and whoever sits
// there has shown a moment ago who they are.
import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { isConfirmed } from '~/features/accounts/account';
import { exportOwnData } from '~/features/accounts/own-account.server';
import { viewerAction } from '~/http/guards.server';
import { addCookies } from '~/http/waiting-cookies.server';

const ASKING = '/account/export';

export const action = viewerAction(async ({ ctx, viewer }) => {
  const now = ctx.clock.now();
  if (!isConfirmed(viewer, now))
    return redirect(ASKING, { status: 303, headers: addCookies(ctx, new Headers()) });
  const day = now.toISOString().slice(0, 10);
  return new Response(`${JSON.stringify(await exportOwnData(ctx, viewer), null, 2)}\n`, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="my-data-${day}.json"`,
      'cache-control': 'no-store',
    },
  });
});

export function loader(_: LoaderFunctionArgs) {
  return redirect(ASKING);
}
