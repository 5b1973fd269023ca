// Taking one's own data along, after showing once more who one is.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LinksFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TRY_AGAIN } from '~/features/accounts/account-notices';
import { confirmVisit, waysToConfirm } from '~/http/confirm-visit.server';
import { refuseForm } from '~/http/form-answer.server';
import { viewerAction, viewerLoader } from '~/http/guards.server';
import { PageError } from '~/http/page-error';
import { readForm } from '~/http/read-form.server';
import { addCookies } from '~/http/waiting-cookies.server';
import accountStyles from '~/styles/account.css?url';
import { revalidateToConfirm } from '../_site.account/revalidate-to-confirm';
import { ExportPage } from './export-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: accountStyles }];
export const shouldRevalidate = revalidateToConfirm;
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [{ title: 'Your data' }, { name: 'robots', content: 'noindex' }];

export const loader = viewerLoader((visit) => {
  const { role } = visit.viewer;
  return { isStaff: role !== null, ways: waysToConfirm(visit) };
});

/** Confirms the person; the page that follows gives the file. */
export const action = viewerAction(async (visit) => {
  const form = await readForm(visit.request);
  try {
    await confirmVisit(visit, form);
    const headers = addCookies(visit.ctx, new Headers());
    return redirect('/account/export', { status: 303, headers });
  } catch (error) {
    const title = 'Not confirmed';
    return refuseForm(visit.ctx, error, { intent: 'confirm', title, typed: {}, fallback: TRY_AGAIN });
  }
}) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

export default function ExportData() {
  return <ExportPage {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return (
    <PageError title="Account not found" failureTitle="Your account cannot be shown" fallback={TRY_AGAIN} />
  );
}
