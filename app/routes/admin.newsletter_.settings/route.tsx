// Who writes the newsletter, when it leaves, and what an issue has by itself.
import type { HeadersFunction, MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DEFAULT_NEWSLETTER } from '~/features/settings/newsletter-settings';
import {
  getEditedNewsletterSettings,
  saveNewsletterSettings,
} from '~/features/settings/newsletter-settings.server';
import { DEFAULT_SETTINGS } from '~/features/settings/site-settings';
import { adminForm } from '~/http/forms/admin-form.server';
import { adminLoader } from '~/http/guards.server';
import type { PostedForm } from '~/http/read-form.server';
import { AdminError } from '../admin/admin-error';
import { revalidateWhenStale } from '../admin/revalidate-when-stale';
import { BOXES, FIELDS } from './settings-fields';
import { NewsletterSettingsPage } from './settings-page';

export const meta: MetaFunction = () => [
  { title: 'Newsletter Settings' },
  { name: 'robots', content: 'noindex' },
];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const shouldRevalidate = revalidateWhenStale;

export const loader = adminLoader(
  'newsletter',
  async ({ ctx }) => {
    const { newsletter, site, stamp } = await getEditedNewsletterSettings(ctx);
    return { settings: newsletter, zone: zoneName(site.timeZone), stamp: stamp as string | null };
  },
  // A form that is given back brings what was typed, and the stamp it started from.
  () => ({ settings: DEFAULT_NEWSLETTER, zone: zoneName(DEFAULT_SETTINGS.timeZone), stamp: null }),
);

const zoneName = (zone: string) => zone.replaceAll('_', ' ');

const LONGEST = 6_000;

function typedIn(form: PostedForm) {
  return Object.fromEntries([
    ...FIELDS.map((field) => [field, form.text(field, LONGEST)]),
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
      async run({ ctx, viewer, form, fields, stamp }) {
        await saveNewsletterSettings(ctx, viewer, fields, form.has('stamp') ? stamp : null);
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
