// Deletes the viewer's account after they confirm their identity.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LinksFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { deleteOwnAccount, deletionWord } from '~/features/accounts/profile/own-account.server';
import { TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import { PageError } from '~/http/document/page-error';
import { readForm } from '~/http/forms/read-form.server';
import { refuseForm } from '~/http/forms/refuse-form.server';
import { confirmationMethods, confirmVisit } from '~/http/session/confirm-identity.server';
import { viewerAction, viewerLoader } from '~/http/session/guards.server';
import { addCookies } from '~/http/session/pending-cookies.server';
import { dropTokens, setNotice } from '~/http/session/session.server';
import accountStyles from '~/styles/site/account.css?url';
import { DeletePage } from './delete-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: accountStyles }];
/** Passes on the Retry-After header of a rejected request. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [{ title: 'Delete account' }, { name: 'robots', content: 'noindex' }];

export const loader = viewerLoader((visit) => {
  const { viewer } = visit;
  return { word: deletionWord(viewer), isStaff: viewer.role !== null, ways: confirmationMethods(visit) };
});

export const action = viewerAction(async (visit) => {
  const { ctx } = visit;
  const form = await readForm(visit.request);
  try {
    await deleteOwnAccount(ctx, await confirmVisit(visit, form), form.text('word'));
    await dropTokens(ctx);
    setNotice(ctx, 'account-deleted');
    return redirect('/', { status: 303, headers: addCookies(ctx, new Headers()) });
  } catch (error) {
    const title = 'Account not deleted';
    return refuseForm(ctx, error, {
      intent: 'delete',
      title,
      typed: { word: form.text('word') },
      fallback: TRY_AGAIN,
    });
  }
}) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

export default function DeleteAccount() {
  return <DeletePage {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return (
    <PageError title="Account not found" failureTitle="We couldn’t load your account" fallback={TRY_AGAIN} />
  );
}
