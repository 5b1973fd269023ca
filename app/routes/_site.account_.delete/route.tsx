// Deleting one's own account, after showing once more who one is.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LinksFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TRY_AGAIN } from '~/features/accounts/account-notices';
import { deleteOwnAccount, deletionWord } from '~/features/accounts/own-account.server';
import { confirmVisit, waysToConfirm } from '~/http/confirm-visit.server';
import { refuseForm } from '~/http/form-answer.server';
import { viewerAction, viewerLoader } from '~/http/guards.server';
import { PageError } from '~/http/page-error';
import { readForm } from '~/http/read-form.server';
import { dropTokens, leaveNotice } from '~/http/session.server';
import { addCookies } from '~/http/waiting-cookies.server';
import accountStyles from '~/styles/account.css?url';
import { DeletePage } from './delete-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: accountStyles }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [{ title: 'Delete account' }, { name: 'robots', content: 'noindex' }];

export const loader = viewerLoader((visit) => {
  const { viewer } = visit;
  return { word: deletionWord(viewer), isStaff: viewer.role !== null, ways: waysToConfirm(visit) };
});

export const action = viewerAction(async (visit) => {
  const { ctx } = visit;
  const form = await readForm(visit.request);
  try {
    await deleteOwnAccount(ctx, await confirmVisit(visit, form), form.text('word'));
    await dropTokens(ctx);
    leaveNotice(ctx, 'account-deleted');
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
    <PageError title="Account not found" failureTitle="Your account cannot be shown" fallback={TRY_AGAIN} />
  );
}
