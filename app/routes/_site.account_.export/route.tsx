// The data export page. The download starts after the viewer confirms their identity.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import { PageError } from '~/http/document/page-error';
import { noIndexMeta } from '~/http/document/to-meta';
import { viewerForm } from '~/http/forms/viewer-form.server';
import { confirmationMethods } from '~/http/session/confirm-identity.server';
import { viewerLoader } from '~/http/session/guards.server';
import accountStyles from '~/styles/site/account.css?url';
import { revalidateToConfirm } from '~/ui/revalidate';
import { ExportPage } from './export-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: accountStyles }];
export const shouldRevalidate = revalidateToConfirm;
export const meta = noIndexMeta('Your data');

export const loader = viewerLoader((visit) => {
  const { role } = visit.viewer;
  return { isStaff: role !== null, ways: confirmationMethods(visit) };
});

/** Confirms the viewer's identity, then redirects to the page with the download button. */
export const action = viewerForm({
  next: '/account/export',
  intents: {
    '': {
      failure: 'Identity not confirmed',
      async run({ confirm }) {
        await confirm();
        return null;
      },
    },
  },
});

export default function ExportData() {
  return <ExportPage {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return (
    <PageError title="Account not found" failureTitle="We couldn’t load your account" fallback={TRY_AGAIN} />
  );
}
