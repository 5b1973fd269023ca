// Site settings and webhook keys.

import { useActionData, useLoaderData } from '@remix-run/react';
import { isConfirmed } from '~/features/accounts/account';
import { hasDemo } from '~/features/demo/demo.server';
import { getEditedSettings, listTimeZones, saveSettings } from '~/features/settings/save-settings.server';
import { DEFAULT_SETTINGS } from '~/features/settings/site-settings';
import {
  createWebhookKey,
  listWebhookKeys,
  revokeOldWebhookKeys,
  rotateWebhookKey,
} from '~/features/webhooks/keys/webhook-keys.server';
import { getWebhookExample, toWebhookExample } from '~/http/admin/webhook-example.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { revalidateWhenStale } from '~/ui/revalidate';
import { SETTINGS_FIELDS } from './settings-fields';
import { SettingsPage } from './settings-page';

export const meta = noIndexMeta('Settings');

export const shouldRevalidate = revalidateWhenStale;

export const loader = adminLoader(
  'settings',
  async ({ ctx, viewer }) => {
    const { hasPassword, hasCodes, hasFactor } = viewer;
    const [edited, keys, webhook, demo] = await Promise.all([
      getEditedSettings(ctx),
      listWebhookKeys(ctx),
      getWebhookExample(ctx),
      hasDemo(ctx),
    ]);
    return {
      ...edited,
      keys,
      webhook,
      zones: listTimeZones(edited.settings.timeZone),
      ways: { hasPassword, hasCodes, hasFactor },
      isConfirmed: isConfirmed(viewer, ctx.clock.now()),
      hasDemo: demo,
    };
  },
  // Signed out: the returned form contains its own values and version.
  ({ ctx }) => ({
    settings: DEFAULT_SETTINGS,
    version: null,
    keys: [],
    webhook: toWebhookExample(ctx),
    zones: listTimeZones(DEFAULT_SETTINGS.timeZone),
    ways: null,
    isConfirmed: true,
    hasDemo: false,
  }),
);

/**
 * In characters. Each field has its own lower limit, so that longer input is rejected instead of truncated.
 */
const MAX_LENGTH = 200_000;

/**
 * A new key is returned in the response and shown once. Repeating the request is rejected, so a reload
 * creates no second key.
 */
export const action = adminForm({
  capability: 'settings',
  keepsInput: true,
  fields: ({ text }) => Object.fromEntries(SETTINGS_FIELDS.map((field) => [field, text(field, MAX_LENGTH)])),
  next: '/admin/settings',
  intents: {
    settings: {
      failure: 'Failed to save settings',
      async run({ ctx, viewer, form, fields, version, confirm }) {
        await saveSettings(ctx, viewer, fields, form.has('version') ? version : null, confirm);
        return 'Settings saved';
      },
    },
    'create-key': {
      failure: 'Failed to create key',
      run: async ({ ctx, viewer }) => ({ answer: { newKey: await createWebhookKey(ctx, viewer) } }),
    },
    'rotate-key': {
      failure: 'Failed to rotate key',
      run: async ({ ctx, viewer, id }) => ({ answer: { newKey: await rotateWebhookKey(ctx, viewer, id) } }),
    },
    'revoke-key': {
      failure: 'Failed to revoke key',
      async run({ ctx, viewer }) {
        await revokeOldWebhookKeys(ctx, viewer);
        return 'Old key revoked';
      },
    },
  },
});

export default function Settings() {
  const answer = useActionData<typeof action>();
  const newKey = answer && 'newKey' in answer ? answer.newKey : null;
  const refused = answer && 'intent' in answer ? answer : null;
  return <SettingsPage view={useLoaderData<typeof loader>()} newKey={newKey} refused={refused} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load settings" />;
}
