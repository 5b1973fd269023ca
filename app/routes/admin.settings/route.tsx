// Site settings and webhook keys.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { isConfirmed } from '~/features/accounts/account';
import { listDemoRows } from '~/features/demo/demo.server';
import { getEditedSettings, listTimeZones, saveSettings } from '~/features/settings/save-settings.server';
import { DEFAULT_SETTINGS } from '~/features/settings/site-settings';
import {
  createWebhookKey,
  listWebhookKeys,
  revokeOldWebhookKeys,
  rotateWebhookKey,
} from '~/features/webhooks/keys/webhook-keys.server';
import { getWebhookExample, toWebhookExample } from '~/http/admin/webhook-example.server';
import { acceptForm } from '~/http/forms/admin-notice.server';
import { idOf } from '~/http/forms/dialog-address.server';
import { type PostedForm, readForm } from '~/http/forms/read-form.server';
import { refuseForm } from '~/http/forms/refuse-form.server';
import { confirmVisit } from '~/http/session/confirm-identity.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { revalidateWhenStale } from '~/layouts/admin/unsaved/revalidate-when-stale';
import type { AppContext } from '~/platform/context';
import { SETTINGS_FIELDS } from './settings-fields';
import { SettingsPage } from './settings-page';

const HERE = '/admin/settings';

export const meta: MetaFunction = () => [{ title: 'Settings' }, { name: 'robots', content: 'noindex' }];
/** Passes on the Retry-After header of a rejected request. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const shouldRevalidate = revalidateWhenStale;

export const loader = adminLoader(
  'settings',
  async ({ ctx, viewer }) => {
    const { hasPassword, hasCodes, hasFactor } = viewer;
    const [edited, keys, webhook, demo] = await Promise.all([
      getEditedSettings(ctx),
      listWebhookKeys(ctx),
      getWebhookExample(ctx),
      listDemoRows(ctx),
    ]);
    return {
      ...edited,
      keys,
      webhook,
      zones: listTimeZones(edited.settings.timeZone),
      ways: { hasPassword, hasCodes, hasFactor },
      isConfirmed: isConfirmed(viewer, ctx.clock.now()),
      hasDemo: demo.length > 0,
    };
  },
  // Signed out: the returned form brings its own values and version.
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

const FAILURES: Record<string, string> = {
  'create-key': 'Failed to create key',
  'rotate-key': 'Failed to rotate key',
  'revoke-key': 'Failed to revoke key',
};

async function act(visit: SignedInVisit) {
  const form = await readForm(visit.request);
  try {
    return await accept(form.text('intent'), visit, form);
  } catch (error) {
    return refuse(visit.ctx, error, form);
  }
}

function refuse(ctx: AppContext, error: unknown, form: PostedForm) {
  const intent = form.text('intent');
  return refuseForm(ctx, error, {
    intent,
    title: FAILURES[intent] ?? 'Failed to save settings',
    typed: { ...typedIn(form), version: form.text('version') },
    fallback: 'Please try again in a moment.',
  });
}

/**
 * In characters. Each field has its own lower limit, so that longer input is rejected instead of truncated.
 */
const MAX_LENGTH = 200_000;

const typedIn = (form: PostedForm) =>
  Object.fromEntries(SETTINGS_FIELDS.map((field) => [field, form.text(field, MAX_LENGTH)]));

export const action = adminAction('settings', act, async ({ ctx, request }, error) =>
  refuse(ctx, error, await readForm(request)),
) as (args: ActionFunctionArgs) => Promise<Exclude<Awaited<ReturnType<typeof act>>, Response>>;

/**
 * A new key is returned in the response and shown once. Repeating the request is rejected, so a reload
 * creates no second key.
 */
async function accept(intent: string, visit: SignedInVisit, form: PostedForm) {
  const { ctx, viewer } = visit;
  switch (intent) {
    case 'settings': {
      const version = form.has('version') ? form.text('version') : null;
      await saveSettings(ctx, viewer, typedIn(form), version, () => confirmVisit(visit, form));
      return acceptForm(ctx, HERE, { title: 'Settings saved' });
    }
    case 'create-key':
      return data({ newKey: await createWebhookKey(ctx, viewer) });
    case 'rotate-key':
      return data({ newKey: await rotateWebhookKey(ctx, viewer, idOf(form)) });
    case 'revoke-key':
      await revokeOldWebhookKeys(ctx, viewer);
      return acceptForm(ctx, HERE, { title: 'Old key revoked' });
    default:
      throw new Response(null, { status: 400 });
  }
}

export default function Settings() {
  const answer = useActionData<typeof action>();
  const newKey = answer && 'newKey' in answer ? answer.newKey : null;
  const refused = answer && 'intent' in answer ? answer : null;
  return <SettingsPage view={useLoaderData<typeof loader>()} newKey={newKey} refused={refused} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load settings" />;
}
