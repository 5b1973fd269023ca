// The profile of the author whom the signed-in person's account is linked to.
import { useActionData, useLoaderData } from '@remix-run/react';
import { findOwnProfile, saveOwnProfile } from '~/features/articles/authors/own-profile.server';
import { authorFailure, readProfileFields, storePhoto } from '~/http/admin/author-form.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { revalidateWhenStale } from '~/ui/revalidate';
import { OwnProfilePage } from './own-profile-page';

export const meta = noIndexMeta('Your Author Profile');
export const shouldRevalidate = revalidateWhenStale;

export const loader = adminLoader(
  'admin area',
  async ({ ctx, viewer }) => ({ author: await findOwnProfile(ctx, viewer) }),
  // Signed out: the returned form has its own values.
  () => ({ author: null }),
);

export const action = adminForm({
  capability: 'admin area',
  keepsInput: true,
  fields: readProfileFields,
  next: '/admin/authors/me',
  intents: {
    save: {
      failure: authorFailure('Failed to save profile'),
      async run(submission) {
        const { ctx, viewer, id, fields, version } = submission;
        await storePhoto(submission, viewer.fullName);
        await saveOwnProfile(ctx, viewer, id, fields, version);
        return 'Profile updated successfully';
      },
    },
  },
});

export default function OwnProfile() {
  return (
    <OwnProfilePage {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load profile" />;
}
