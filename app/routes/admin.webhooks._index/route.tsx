// What automations posted here.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getSiteSettings } from '~/features/settings/settings.server';
import { listWebhookKeys, showSigningSecret } from '~/features/settings/webhook-keys.server';
import { getWebhookRules, saveWebhookRules } from '~/features/settings/webhook-rules.server';
import { REQUEST_FILTERS } from '~/features/webhook/webhook-request';
import { listRequests } from '~/features/webhook/webhook-requests.server';
import { acceptForm } from '~/http/accept-form.server';
import { idOf } from '~/http/dialog-address.server';
import { refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/guards.server';
import { numberParam } from '~/http/number-param.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
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

async function act(visit: SignedInVisit) {
  const form = await readForm(visit.request);
  const intent = form.text('intent');
  try {
    return await accept(intent, visit, form);
  } catch (error) {
    return refuseForm(visit.ctx, error, {
      intent,
      title: intent === 'show-secret' ? 'Failed to show the secret' : 'Failed to save rules',
      typed: {
        unknownCategory: form.text('unknownCategory'),
        requireSignature: form.text('requireSignature'),
      },
      fallback: 'Please try again in a moment.',
    });
  }
}

async function accept(intent: string, { ctx, viewer, url }: SignedInVisit, form: PostedForm) {
  switch (intent) {
    case 'save-rules':
      await saveWebhookRules(ctx, viewer, {
        unknownCategory: form.text('unknownCategory'),
        requireSignature: form.has('requireSignature'),
      });
      return acceptForm(ctx, url.pathname + url.search, { title: 'Rules saved' });
    case 'show-secret':
      return data({ secret: await showSigningSecret(ctx, viewer, idOf(form)) });
    default:
      throw new Response(null, { status: 400 });
  }
}

export const action = adminAction('webhooks', act) as (
  args: ActionFunctionArgs,
) => Promise<Exclude<Awaited<ReturnType<typeof act>>, Response>>;

export default function Webhooks() {
  const answer = useActionData<typeof action>();
  const secret = answer && 'secret' in answer ? answer.secret : null;
  const refused = answer && 'intent' in answer ? answer : null;
  return <RequestsPage view={useLoaderData<typeof loader>()} secret={secret} refused={refused} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load webhooks" />;
}
