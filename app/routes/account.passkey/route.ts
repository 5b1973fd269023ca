// Returns the WebAuthn creation options for a new passkey. Called by the script on /account/security, whose
// action receives the result.
import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare';
import { TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import { readForm } from '~/http/forms/read-form.server';
import { failureHeaders } from '~/http/security/security-headers';
import { confirmVisit } from '~/http/session/confirm-identity.server';
import { viewerAction } from '~/http/session/guards.server';
import { addCookies } from '~/http/session/pending-cookies.server';
import { InvalidError, isDomainError, UnauthorizedError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';

function refuse(ctx: AppContext, error: unknown): Response {
  const isKnown = isDomainError(error);
  if (!isKnown) ctx.log.write({ event: 'failure', where: '/account/passkey', reason: String(error) });
  const issues = error instanceof InvalidError ? error.issues : [];
  return Response.json(
    {
      message: isKnown ? error.message : TRY_AGAIN,
      issues: Object.fromEntries(issues.map(({ field, message }) => [field, message])),
      isSignedOut: error instanceof UnauthorizedError,
    },
    { status: isKnown ? error.status : 500, headers: failureHeaders(error) },
  );
}

export const action: (args: ActionFunctionArgs) => Promise<Response> = viewerAction(
  async (visit) => {
    const { ctx } = visit;
    const form = await readForm(visit.request);
    try {
      const viewer = await confirmVisit(visit, form);
      const { beginPasskey } = await import('~/features/accounts/factors/own-passkeys.server');
      const passkey = await beginPasskey(ctx, viewer, form.text('name'));
      return Response.json({ passkey }, { headers: addCookies(ctx, new Headers()) });
    } catch (error) {
      return refuse(ctx, error);
    }
  },
  ({ ctx }, error) => refuse(ctx, error),
);

export function loader() {
  return redirect('/account/security');
}
