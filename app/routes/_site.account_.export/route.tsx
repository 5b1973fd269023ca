// The data export page. The download starts after the viewer confirms their identity.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LinksFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import { PageError } from '~/http/document/page-error';
import { readForm } from '~/http/forms/read-form.server';
import { refuseForm } from '~/http/forms/refuse-form.server';
import { confirmationMethods, confirmVisit } from '~/http/session/confirm-identity.server';
import { viewerAction, viewerLoader } from '~/http/session/guards.server';
import { addCookies } from '~/http/session/pending-cookies.server';
import { revalidateToConfirm } from '~/layouts/account/revalidate-to-confirm';
import accountStyles from '~/styles/site/account.css?url';
import { ExportPage } from './export-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: accountStyles }];
export const shouldRevalidate = revalidateToConfirm;
/** Passes on the Retry-After header of a rejected request. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [{ title: 'Your data' }, { name: 'robots', content: 'noindex' }];

export const loader = viewerLoader((visit) => {
  const { role } = visit.viewer;
  return { isStaff: role !== null, ways: confirmationMethods(visit) };
});

/** Confirms the viewer's identity, then redirects to the page with the download button. */
export const action = viewerAction(async (visit) => {
  const form = await readForm(visit.request);
  try {
    await confirmVisit(visit, form);
    const headers = addCookies(visit.ctx, new Headers());
    return redirect('/account/export', { status: 303, headers });
  } catch (error) {
    const title = 'Identity not confirmed';
    return refuseForm(visit.ctx, error, { intent: 'confirm', title, typed: {}, fallback: TRY_AGAIN });
  }
}) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

export default function ExportData() {
  return <ExportPage {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return (
    <PageError title="Account not found" failureTitle="We couldn’t load your account" fallback={TRY_AGAIN} />
  );
}
