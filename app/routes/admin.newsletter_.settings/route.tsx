// Newsletter settings: sender, schedule and defaults for new issues.

import { useActionData, useLoaderData } from '@remix-run/react';
import { DEFAULT_NEWSLETTER } from '~/features/settings/newsletter-settings';
import {
  getEditedNewsletterSettings,
  saveNewsletterSettings,
} from '~/features/settings/newsletter-settings.server';
import { DEFAULT_SETTINGS } from '~/features/settings/site-settings';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import type { PostedForm } from '~/http/forms/read-form.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { revalidateWhenStale } from '~/ui/revalidate';
import { BOXES, FIELDS, NewsletterSettingsPage } from './settings-page';

export const meta = noIndexMeta('Newsletter Settings');

export const shouldRevalidate = revalidateWhenStale;

export const loader = adminLoader(
  'newsletter',
  async ({ ctx }) => {
    const { newsletter, site, version } = await getEditedNewsletterSettings(ctx);
    return { settings: newsletter, zone: zoneName(site.timeZone), version };
  },
  // Signed out: the returned form contains its own values and version.
  () => ({ settings: DEFAULT_NEWSLETTER, zone: zoneName(DEFAULT_SETTINGS.timeZone), version: null }),
);

const zoneName = (zone: string) => zone.replaceAll('_', ' ');

const MAX_LENGTH = 6_000;

function typedIn(form: PostedForm) {
  return Object.fromEntries([
    ...FIELDS.map((field) => [field, form.text(field, MAX_LENGTH)]),
    ...BOXES.map((box) => [box, form.has(box) ? 'on' : '']),
  ]) as Record<string, string>;
}

export const action = adminForm({
  capability: 'newsletter',
  keepsInput: true,
  fields: typedIn,
  next: '/admin/newsletter/settings',
  intents: {
    '': {
      failure: 'Failed to save settings',
      async run({ ctx, viewer, form, fields, version }) {
        await saveNewsletterSettings(ctx, viewer, fields, form.has('version') ? version : null);
        return 'Newsletter settings saved';
      },
    },
  },
});

export default function Settings() {
  return (
    <NewsletterSettingsPage
      view={useLoaderData<typeof loader>()}
      refused={useActionData<typeof action>() ?? null}
    />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load settings" />;
}
