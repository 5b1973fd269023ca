// Runs remix-auth's form strategy with our sign-in service. The action stores the session.
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import type { Viewer } from '~/features/accounts/account';
import { type SignedIn, signIn } from '~/features/accounts/sign-in/sign-in.server';
import type { AppContext } from '~/platform/context';

const FORM = 'form';

/** @throws the errors of `signIn` */
export async function authenticateForm(
  ctx: AppContext,
  request: Request,
  current: Viewer | null,
): Promise<SignedIn> {
  // One per request, because verification needs the request's context.
  const authenticator = new Authenticator<SignedIn>();
  authenticator.use(
    new FormStrategy(({ form }) =>
      signIn(ctx, { email: form.get('email'), password: form.get('password') }, current?.sessionId),
    ),
    FORM,
  );
  return authenticator.authenticate(FORM, await toForm(request));
}

/**
 * The strategy parses the body itself and would throw for one that is not a form, so that becomes an empty
 * form.
 */
async function toForm(request: Request): Promise<Request> {
  try {
    await request.clone().formData();
    return request;
  } catch {
    return new Request(request.url, { method: 'POST', body: new URLSearchParams() });
  }
}
