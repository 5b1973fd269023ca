// What the magazine says about itself, and the keys of its webhook.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { isConfirmed } from '~/features/accounts/account';
import { getEditedSettings, saveSettings } from '~/features/settings/save-settings.server';
import { DEFAULT_SETTINGS } from '~/features/settings/site-settings';
import { listTimeZones } from '~/features/settings/time-zones.server';
import {
  createWebhookKey,
  listWebhookKeys,
  revokeOldWebhookKeys,
  rotateWebhookKey,
} from '~/features/settings/webhook-keys.server';
import { acceptForm } from '~/http/accept-form.server';
import { confirmVisit } from '~/http/confirm-visit.server';
import { idOf } from '~/http/dialog-address.server';
import { refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/guards.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
import type { AppContext } from '~/platform/context';
import type { Ways } from '../_site.account/confirm-fields';
import { AdminError } from '../admin/admin-error';
import { revalidateWhenStale } from '../admin/revalidate-when-stale';
import { getWebhookFacts, toWebhookFacts } from '../admin-old/webhook-facts.server';
import { SETTINGS_FIELDS } from './settings-fields';
import { SettingsPage } from './settings-page';

const HERE = '/admin/settings';

export const meta: MetaFunction = () => [{ title: 'Settings' }, { name: 'robots', content: 'noindex' }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const shouldRevalidate = revalidateWhenStale;

export const loader = adminLoader(
  'settings',
  async ({ ctx, viewer }) => {
    const { hasPassword, hasCodes, hasFactor } = viewer;
    const [edited, keys, webhook] = await Promise.all([
      getEditedSettings(ctx),
      listWebhookKeys(ctx),
      getWebhookFacts(ctx),
    ]);
    return {
      ...edited,
      keys,
      webhook,
      zones: listTimeZones(edited.settings.timeZone),
      ways: { hasPassword, hasCodes, hasFactor } as Ways | null,
      isConfirmed: isConfirmed(viewer, ctx.clock.now()),
    };
  },
  // A form that is given back brings what was typed, and the stamp it started from.
  ({ ctx }) => ({
    settings: DEFAULT_SETTINGS,
    stamp: null,
    keys: [],
    webhook: toWebhookFacts(ctx),
    zones: listTimeZones(DEFAULT_SETTINGS.timeZone),
    ways: null,
    isConfirmed: true,
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
    typed: { ...typedIn(form), stamp: form.text('stamp') },
    fallback: 'Please try again in a moment.',
  });
}

/** Characters; each field has a limit of its own below it, so that what is too long is refused and not cut. */
const LONGEST = 200_000;

const typedIn = (form: PostedForm) =>
  Object.fromEntries(SETTINGS_FIELDS.map((field) => [field, form.text(field, LONGEST)]));

export const action = adminAction('settings', act, async ({ ctx, request }, error) =>
  refuse(ctx, error, await readForm(request)),
) as (args: ActionFunctionArgs) => Promise<Exclude<Awaited<ReturnType<typeof act>>, Response>>;

/** A new key is told by the answer itself, once; asking again is refused, so that a reload makes no second one. */
async function accept(intent: string, visit: SignedInVisit, form: PostedForm) {
  const { ctx, viewer } = visit;
  switch (intent) {
    case 'settings': {
      const stamp = form.has('stamp') ? form.text('stamp') : null;
      await saveSettings(ctx, viewer, typedIn(form), stamp, () => confirmVisit(visit, form));
      return acceptForm(ctx, HERE, { title: 'Settings saved' });
    }
    case 'create-key':
      return data({ newKey: await createWebhookKey(ctx, viewer) });
    case 'rotate-key':
      return data({ newKey: await rotateWebhookKey(ctx, viewer, idOf(form)) });
    case 'revoke-key':
      await revokeOldWebhookKeys(ctx, viewer);
      return acceptForm(ctx, HERE, { title: 'The old key works no more' });
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
