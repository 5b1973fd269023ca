// Deletes the viewer's account after they confirm their identity.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { deleteOwnAccount, deletionWord } from '~/features/accounts/profile/own-account.server';
import { TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import { PageError } from '~/http/document/page-error';
import { noIndexMeta } from '~/http/document/to-meta';
import { viewerForm } from '~/http/forms/viewer-form.server';
import { confirmationMethods } from '~/http/session/confirm-identity.server';
import { viewerLoader } from '~/http/session/guards.server';
import { dropTokens } from '~/http/session/session.server';
import accountStyles from '~/styles/site/account.css?url';
import { revalidateToConfirm } from '~/ui/revalidate';
import { DeletePage } from './delete-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: accountStyles }];
export const meta = noIndexMeta('Delete account');

export const shouldRevalidate = revalidateToConfirm;

export const loader = viewerLoader((visit) => {
  const { viewer } = visit;
  return { word: deletionWord(viewer), isStaff: viewer.role !== null, ways: confirmationMethods(visit) };
});

export const action = viewerForm({
  fields: ({ text }) => ({ word: text('word') }),
  next: '/',
  intents: {
    '': {
      failure: 'Account not deleted',
      async run({ ctx, fields, confirm }) {
        await deleteOwnAccount(ctx, await confirm(), fields.word);
        await dropTokens(ctx);
        return 'account-deleted';
      },
    },
  },
});

export default function DeleteAccount() {
  return <DeletePage {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return (
    <PageError title="Account not found" failureTitle="We couldn’t load your account" fallback={TRY_AGAIN} />
  );
}
