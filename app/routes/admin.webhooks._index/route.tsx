// The inbound webhook screen: request log and rules.

import { useActionData, useLoaderData } from '@remix-run/react';
import { getSiteSettings } from '~/features/settings/settings.server';
import { REQUEST_FILTERS } from '~/features/webhooks/inbound/webhook-request';
import { listRequests } from '~/features/webhooks/inbound/webhook-requests.server';
import { getEditedWebhookRules, saveWebhookRules } from '~/features/webhooks/inbound/webhook-rules.server';
import { listWebhookKeys, showSigningSecret } from '~/features/webhooks/keys/webhook-keys.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { numberParam } from '~/http/forms/url-params.server';
import { confirmationMethods } from '~/http/session/confirm-identity.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { formatMoment } from '~/lib/time/dates';
import { revalidateToConfirm } from '~/ui/revalidate';
import { RequestsPage } from './requests-page';

export const meta = noIndexMeta('Webhooks');

export const shouldRevalidate = revalidateToConfirm;

export const loader = adminLoader('webhooks', async (visit) => {
  const { ctx, url } = visit;
  const show = url.searchParams.get('show');
  const filter = REQUEST_FILTERS.find((name) => name === show) ?? 'all';
  const before = numberParam(url.searchParams.get('before'));
  const [{ timeZone }, { rows, older }, { rules, version }, keys] = await Promise.all([
    getSiteSettings(ctx),
    listRequests(ctx, filter, before),
    getEditedWebhookRules(ctx),
    listWebhookKeys(ctx),
  ]);
  return {
    filter,
    requests: rows.map(({ receivedAt, ...row }) => ({
      ...row,
      received: formatMoment(receivedAt, timeZone),
    })),
    older,
    isNewest: before === null,
    rules,
    version,
    keys: keys.map(({ id, hint }) => ({ id, hint })),
    ways: confirmationMethods(visit),
  };
});

export const action = adminForm({
  capability: 'webhooks',
  fields: ({ text, has }) => ({
    unknownCategory: text('unknownCategory'),
    requireSignature: has('requireSignature'),
  }),
  next: ({ url }) => url.pathname + url.search,
  intents: {
    'save-rules': {
      failure: 'Failed to save rules',
      async run({ ctx, viewer, form, fields, version, confirm }) {
        await saveWebhookRules(ctx, viewer, fields, form.has('version') ? version : null, confirm);
        return 'Rules saved';
      },
    },
    'show-secret': {
      failure: 'Failed to show secret',
      async run({ ctx, id, confirm }) {
        return { answer: { secret: await showSigningSecret(ctx, await confirm(), id) } };
      },
    },
  },
});

export default function Webhooks() {
  const answer = useActionData<typeof action>();
  const secret = answer && 'secret' in answer ? answer.secret : null;
  const refused = answer && 'intent' in answer ? answer : null;
  return <RequestsPage view={useLoaderData<typeof loader>()} secret={secret} refused={refused} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load webhooks" />;
}
