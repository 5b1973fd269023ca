// remix-auth's form strategy in front of the sign-in service. It keeps no session itself: the action does.
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import type { Viewer } from '~/features/accounts/account';
import { type SignedIn, signIn } from '~/features/accounts/sign-in.server';
import type { AppContext } from '~/platform/context';

const FORM = 'form';

/** @throws whatever `signIn` throws */
export async function authenticateForm(
  ctx: AppContext,
  request: Request,
  current: Viewer | null,
): Promise<SignedIn> {
  // One per request: the strategy's verdict needs the request's world.
  const authenticator = new Authenticator<SignedIn>();
  authenticator.use(
    new FormStrategy(({ form }) =>
      signIn(ctx, { email: form.get('email'), password: form.get('password') }, current?.sessionId),
    ),
    FORM,
  );
  return authenticator.authenticate(FORM, await toForm(request));
}

/** The strategy reads the body itself and would fail at one that is no form: that is a form without fields. */
async function toForm(request: Request): Promise<Request> {
  try {
    await request.clone().formData();
    return request;
  } catch {
    return new Request(request.url, { method: 'POST', body: new URLSearchParams() });
  }
}
