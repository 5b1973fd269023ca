// Settings of the readership figures, and the key of the readership API.
import type { HeadersFunction, MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DEFAULT_READERSHIP } from '~/features/readership/readership-settings';
import {
  getEditedReadershipSettings,
  saveReadershipSettings,
} from '~/features/readership/readership-settings.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { DEFAULT_SETTINGS } from '~/features/settings/site-settings';
import { createWebhookKey, listWebhookKeys, revokeKey } from '~/features/webhooks/keys/webhook-keys.server';
import { adminForm } from '~/http/forms/admin-form.server';
import type { PostedForm } from '~/http/forms/read-form.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { revalidateWhenStale } from '~/ui/revalidate';
import { READERSHIP_BOXES, READERSHIP_FIELDS, ReadershipSettingsPage } from './settings-page';

export const meta: MetaFunction = () => [
  { title: 'Readership Settings' },
  { name: 'robots', content: 'noindex' },
];
/** Passes on the Retry-After header of a rejected request. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const shouldRevalidate = revalidateWhenStale;

export const loader = adminLoader(
  'settings',
  async ({ ctx }) => {
    const [{ settings, version }, keys, { timeZone }] = await Promise.all([
      getEditedReadershipSettings(ctx),
      listWebhookKeys(ctx, 'readership'),
      getSiteSettings(ctx),
    ]);
    return { settings, version, key: keys[0] ?? null, timeZone, address: addressOf(ctx.config.siteUrl) };
  },
  // Signed out: the returned form contains its own values and version.
  ({ ctx }) => ({
    settings: DEFAULT_READERSHIP,
    version: null,
    key: null,
    timeZone: DEFAULT_SETTINGS.timeZone,
    address: addressOf(ctx.config.siteUrl),
  }),
);

const addressOf = (siteUrl: string) => `${siteUrl}/api/readership`;

const MAX_LENGTH = 100;

function typedIn({ text, has }: PostedForm) {
  return Object.fromEntries<string>([
    ...READERSHIP_FIELDS.map((field): [string, string] => [field, text(field, MAX_LENGTH)]),
    ...READERSHIP_BOXES.map((box): [string, string] => [box, has(box) ? 'on' : '']),
  ]);
}

export const action = adminForm({
  capability: 'settings',
  keepsInput: true,
  fields: typedIn,
  next: '/admin/readership/settings',
  intents: {
    settings: {
      failure: 'Failed to save settings',
      async run({ ctx, viewer, form, fields, version }) {
        await saveReadershipSettings(ctx, viewer, fields, form.has('version') ? version : null);
        return 'Readership settings saved';
      },
    },
    'create-key': {
      failure: 'Failed to create key',
      run: async ({ ctx, viewer }) => ({
        answer: { newKey: await createWebhookKey(ctx, viewer, 'readership') },
      }),
    },
    'revoke-key': {
      failure: 'Failed to revoke key',
      async run({ ctx, viewer, id }) {
        await revokeKey(ctx, viewer, 'readership', id);
        return 'Key revoked';
      },
    },
  },
});

export default function Settings() {
  const answer = useActionData<typeof action>();
  const newKey = answer && 'newKey' in answer ? answer.newKey : null;
  const refused = answer && 'intent' in answer ? answer : null;
  return <ReadershipSettingsPage view={useLoaderData<typeof loader>()} newKey={newKey} refused={refused} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load settings" />;
}
