// The outbound webhook endpoints screen.
import { data } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getSiteSettings } from '~/features/settings/settings.server';
import { sendTestDelivery } from '~/features/webhooks/outbound/deliveries.server';
import type { Endpoint } from '~/features/webhooks/outbound/endpoint';
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  renewSecret,
  saveEndpoint,
} from '~/features/webhooks/outbound/endpoints.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { ROW_DIALOGS, readDialog } from '~/http/forms/dialog-address.server';
import { confirmationMethods } from '~/http/session/confirm-identity.server';
import { adminLoader, type SignedInVisit } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { formatMoment } from '~/lib/time/dates';
import { revalidateToConfirm } from '~/ui/revalidate';
import type { ShownEndpoint } from './endpoint-dialogs';
import { OutgoingPage } from './outgoing-page';

const HERE = '/admin/webhooks/outgoing';

export const meta = noIndexMeta('Outgoing Webhooks');

async function load(visit: SignedInVisit) {
  const { ctx, url } = visit;
  const open = readDialog(url, ROW_DIALOGS);
  const [{ timeZone }, found] = await Promise.all([getSiteSettings(ctx), listEndpoints(ctx)]);
  const endpoints = found.map((endpoint) => toShown(endpoint, timeZone));
  const chosen = endpoints.find(({ id }) => id === open?.id) ?? null;
  const dialog = open && { kind: open.kind, endpoint: chosen };
  const ways = confirmationMethods(visit);
  return data({ endpoints, dialog, ways }, { status: open?.id && !chosen ? 404 : 200 });
}

/**
 * Empty data for the page around a returned form while the database is unavailable. The form restores its own
 * fields.
 */
function inOutage(url: URL): Awaited<ReturnType<typeof load>> {
  const open = readDialog(url, ROW_DIALOGS);
  return data({ endpoints: [], dialog: open && { kind: open.kind, endpoint: null }, ways: null });
}

export const shouldRevalidate = revalidateToConfirm;

export const loader = adminLoader('webhooks', load, ({ url }) => inOutage(url));

function toShown(endpoint: Endpoint, timeZone: string): ShownEndpoint {
  const { lastSuccessAt, failingSince, disabledAt, ...rest } = endpoint;
  const when = (date: Date | null) => date && formatMoment(date, timeZone);
  return {
    ...rest,
    lastSuccess: when(lastSuccessAt),
    failingSince: when(failingSince),
    disabled: when(disabledAt),
  };
}

export const action = adminForm({
  capability: 'webhooks',
  keepsInput: true,
  fields: ({ text, all, has }) => ({ url: text('url'), events: all('events'), active: has('active') }),
  next: HERE,
  intents: {
    create: {
      failure: 'Failed to save endpoint',
      async run({ ctx, fields, confirm }) {
        return { answer: { secret: await createEndpoint(ctx, await confirm(), fields) } };
      },
    },
    'renew-secret': {
      failure: 'Failed to create secret',
      async run({ ctx, id, confirm }) {
        return { answer: { secret: await renewSecret(ctx, await confirm(), id) } };
      },
    },
    save: {
      failure: 'Failed to save endpoint',
      async run({ ctx, id, fields, version, confirm }) {
        await saveEndpoint(ctx, await confirm(), id, fields, version);
        return 'Endpoint updated successfully';
      },
    },
    delete: {
      failure: 'Failed to delete endpoint',
      async run({ ctx, id, confirm }) {
        await deleteEndpoint(ctx, await confirm(), id);
        return 'Endpoint deleted successfully';
      },
    },
    test: {
      failure: 'Failed to send test',
      async run({ ctx, viewer, id }) {
        const isDelivered = (await sendTestDelivery(ctx, viewer, id)) === 'delivered';
        const title = isDelivered ? 'Test delivered' : 'Test not delivered';
        return { title, destructive: !isDelivered, to: `${HERE}/${id}` };
      },
    },
  },
});

export default function OutgoingWebhooks() {
  const answer = useActionData<typeof action>();
  const secret = answer && 'secret' in answer ? answer.secret : null;
  const refused = answer && 'intent' in answer ? answer : null;
  return <OutgoingPage view={useLoaderData<typeof loader>()} secret={secret} refused={refused} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load endpoints" />;
}
