// Returns the viewer's data as a JSON file. Only a POST with a recent identity confirmation gets it, so a
// link on another site cannot trigger the download.
import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { isConfirmed } from '~/features/accounts/account';
import { exportOwnData } from '~/features/accounts/profile/own-account.server';
import { attachment } from '~/http/attachment';
import { viewerAction } from '~/http/session/guards.server';
import { addCookies } from '~/http/session/pending-cookies.server';

const EXPORT_PAGE = '/account/export';

export const action = viewerAction(async ({ ctx, viewer }) => {
  const now = ctx.clock.now();
  if (!isConfirmed(viewer, now))
    return redirect(EXPORT_PAGE, { status: 303, headers: addCookies(ctx, new Headers()) });
  const day = now.toISOString().slice(0, 10);
  return attachment(
    `${JSON.stringify(await exportOwnData(ctx, viewer), null, 2)}\n`,
    `my-data-${day}.json`,
    'application/json; charset=utf-8',
  );
});

export function loader(_: LoaderFunctionArgs) {
  return redirect(EXPORT_PAGE);
}
