// The account page, with forms for name, password and email address.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  changeEmail,
  changePassword,
  saveName,
  setFirstPassword,
} from '~/features/accounts/profile/profile.server';
import { TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import { PageError } from '~/http/document/page-error';
import { noIndexMeta } from '~/http/document/to-meta';
import { viewerForm } from '~/http/forms/viewer-form.server';
import { confirmationMethods } from '~/http/session/confirm-identity.server';
import { viewerLoader } from '~/http/session/guards.server';
import accountStyles from '~/styles/site/account.css?url';
import { revalidateToConfirm } from '~/ui/revalidate';
import { AccountPage } from './account-page';
import { ReturnedInput } from './typed-forms';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: accountStyles }];
export const shouldRevalidate = revalidateToConfirm;
export const meta = noIndexMeta('Your account');

export const loader = viewerLoader(
  (visit) => {
    const { email, fullName, role, hasPassword, hasFactor } = visit.viewer;
    return { email, fullName, role, hasPassword, hasFactor, ways: confirmationMethods(visit) };
  },
  () => null,
);

export const action = viewerForm({
  keepsInput: true,
  fields: ({ text }) => ({ fullName: text('fullName').trim(), email: text('email').trim() }),
  next: '/account',
  intents: {
    name: {
      failure: 'Name update failed',
      async run({ ctx, viewer, fields: { fullName } }) {
        await saveName(ctx, viewer, { fullName });
        return 'name-updated';
      },
    },
    email: {
      failure: 'Email change failed',
      async run({ ctx, fields: { email }, confirm }) {
        await changeEmail(ctx, await confirm(), { email });
        return 'email-change-sent';
      },
    },
    password: {
      failure: 'Password update failed',
      async run({ ctx, viewer, form: { text }, confirm }) {
        const passwords = { currentPassword: text('currentPassword'), password: text('password') };
        if (viewer.hasPassword) await changePassword(ctx, viewer, passwords);
        else await setFirstPassword(ctx, await confirm(), passwords);
        return 'password-updated';
      },
    },
  },
});

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
