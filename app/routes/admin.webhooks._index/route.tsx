// What automations posted here.
import type { HeadersFunction, MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getSiteSettings } from '~/features/settings/settings.server';
import { listWebhookKeys, showSigningSecret } from '~/features/settings/webhook-keys.server';
import { getWebhookRules, saveWebhookRules } from '~/features/settings/webhook-rules.server';
import { REQUEST_FILTERS } from '~/features/webhook/webhook-request';
import { listRequests } from '~/features/webhook/webhook-requests.server';
import { adminForm } from '~/http/forms/admin-form.server';
import { adminLoader } from '~/http/guards.server';
import { numberParam } from '~/http/number-param.server';
import { formatMoment } from '~/lib/dates';
import { AdminError } from '../admin/admin-error';
import { RequestsPage } from './requests-page';

export const meta: MetaFunction = () => [{ title: 'Webhooks' }, { name: 'robots', content: 'noindex' }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = adminLoader('webhooks', async ({ ctx, url }) => {
  const show = url.searchParams.get('show');
  const filter = REQUEST_FILTERS.find((name) => name === show) ?? 'all';
  const before = numberParam(url.searchParams.get('before'));
  const [{ timeZone }, { rows, older }, rules, keys] = await Promise.all([
    getSiteSettings(ctx),
    listRequests(ctx, filter, before),
    getWebhookRules(ctx),
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
    keys: keys.map(({ id, hint }) => ({ id, hint })),
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
      async run({ ctx, viewer, fields }) {
        await saveWebhookRules(ctx, viewer, fields);
        return 'Rules saved';
      },
    },
    'show-secret': {
      failure: 'Failed to show the secret',
      async run({ ctx, viewer, id }) {
        return { answer: { secret: await showSigningSecret(ctx, viewer, id) } };
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
