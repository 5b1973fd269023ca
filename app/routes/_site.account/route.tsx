// The account page, with forms for name, password and email address.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LinksFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  changeEmail,
  changePassword,
  saveName,
  setFirstPassword,
} from '~/features/accounts/profile/profile.server';
import { TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import { PageError } from '~/http/document/page-error';
import { type PostedForm, readForm } from '~/http/forms/read-form.server';
import { refuseForm } from '~/http/forms/refuse-form.server';
import { confirmationMethods, confirmVisit } from '~/http/session/confirm-identity.server';
import { type SignedInVisit, viewerAction, viewerLoader } from '~/http/session/guards.server';
import { addCookies } from '~/http/session/pending-cookies.server';
import { setNotice } from '~/http/session/session.server';
import { revalidateToConfirm } from '~/layouts/account/revalidate-to-confirm';
import type { AppContext } from '~/platform/context';
import accountStyles from '~/styles/site/account.css?url';
import { AccountPage } from './account-page';
import { ReturnedInput } from './typed-forms';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: accountStyles }];
export const shouldRevalidate = revalidateToConfirm;
/** Passes on the Retry-After header of a rejected request. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [{ title: 'Your account' }, { name: 'robots', content: 'noindex' }];

export const loader = viewerLoader(
  (visit) => {
    const { email, fullName, role, hasPassword, hasFactor } = visit.viewer;
    return { email, fullName, role, hasPassword, hasFactor, ways: confirmationMethods(visit) };
  },
  () => null,
);

const TITLES: Record<string, string> = {
  name: 'Name update failed',
  email: 'Email change failed',
  password: 'Password update failed',
};

function refuse(ctx: AppContext, error: unknown, form: PostedForm) {
  const intent = form.text('intent');
  return refuseForm(ctx, error, {
    intent,
    title: TITLES[intent] ?? 'Update failed',
    typed: { fullName: form.text('fullName').trim(), email: form.text('email').trim() },
    fallback: TRY_AGAIN,
  });
}

export const action = viewerAction(
  async (visit) => {
    const form = await readForm(visit.request);
    try {
      await accept(form.text('intent'), visit, form);
      return redirect('/account', { status: 303, headers: addCookies(visit.ctx, new Headers()) });
    } catch (error) {
      return refuse(visit.ctx, error, form);
    }
  },
  async ({ ctx, request }, error) => refuse(ctx, error, await readForm(request)),
) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

async function accept(intent: string, visit: SignedInVisit, form: PostedForm): Promise<void> {
  const { ctx, viewer } = visit;
  const { text } = form;
  if (intent === 'name') {
    await saveName(ctx, viewer, { fullName: text('fullName') });
    setNotice(ctx, 'name-updated');
  } else if (intent === 'email') {
    await changeEmail(ctx, await confirmVisit(visit, form), { email: text('email') });
    setNotice(ctx, 'email-change-sent');
  } else if (intent === 'password') {
    const passwords = { currentPassword: text('currentPassword'), password: text('password') };
    if (viewer.hasPassword) await changePassword(ctx, viewer, passwords);
    else await setFirstPassword(ctx, await confirmVisit(visit, form), passwords);
    setNotice(ctx, 'password-updated');
  }
}

export default function Account() {
  const account = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() ?? null;
  if (account) return <AccountPage account={account} refused={refused} />;
  return refused && <ReturnedInput refused={refused} />;
}

export function ErrorBoundary() {
  return (
    <PageError title="Account not found" failureTitle="We couldn’t load your account" fallback={TRY_AGAIN} />
  );
}
