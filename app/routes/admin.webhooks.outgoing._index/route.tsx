// Endpoints: who outside is told what happens.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { sendTest } from '~/features/endpoints/deliveries.server';
import type { Endpoint } from '~/features/endpoints/endpoint';
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  renewSecret,
  saveEndpoint,
} from '~/features/endpoints/endpoints.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { acceptForm } from '~/http/accept-form.server';
import { idOf, readDialog } from '~/http/dialog-address.server';
import { refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/guards.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
import { formatMoment } from '~/lib/dates';
import { ConflictError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { AdminError } from '../admin/admin-error';
import { OutgoingPage } from './outgoing-page';
import type { ShownEndpoint } from './shown-endpoint';

const HERE = '/admin/webhooks/outgoing';

export const meta: MetaFunction = () => [
  { title: 'Outgoing Webhooks' },
  { name: 'robots', content: 'noindex' },
];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

const DIALOGS = { new: 'of none', edit: 'of one', delete: 'of one' } as const;

async function load({ ctx, url }: SignedInVisit) {
  const open = readDialog(url, DIALOGS);
  const [{ timeZone }, found] = await Promise.all([getSiteSettings(ctx), listEndpoints(ctx)]);
  const endpoints = found.map((endpoint) => toShown(endpoint, timeZone));
  const chosen = endpoints.find(({ id }) => id === open?.id) ?? null;
  const dialog = open && { kind: open.kind, endpoint: chosen };
  return data({ endpoints, dialog }, { status: open?.id && !chosen ? 404 : 200 });
}

/** The page around a form that is given back while the database is away. */
function inOutage(url: URL): Awaited<ReturnType<typeof load>> {
  const open = readDialog(url, DIALOGS);
  return data({ endpoints: [], dialog: open && { kind: open.kind, endpoint: null } });
}

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

const FAILURES: Record<string, string> = {
  delete: 'Failed to delete endpoint',
  test: 'Failed to send a test',
  'renew-secret': 'Failed to make a secret',
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
    title: FAILURES[intent] ?? 'Failed to save endpoint',
    typed: {
      id: form.text('id'),
      url: form.text('url'),
      events: form.all('events'),
      active: form.text('active'),
      // Whoever was told of the other state saves over it.
      stamp: error instanceof ConflictError ? '' : form.text('stamp'),
    },
    fallback: 'Please try again in a moment.',
  });
}

async function accept(intent: string, { ctx, viewer }: SignedInVisit, form: PostedForm) {
  const typed = { url: form.text('url'), events: form.all('events'), active: form.has('active') };
  switch (intent) {
    case 'create':
      return data({ secret: await createEndpoint(ctx, viewer, typed) });
    case 'renew-secret':
      return data({ secret: await renewSecret(ctx, viewer, idOf(form)) });
    case 'save':
      await saveEndpoint(ctx, viewer, idOf(form), typed, form.text('stamp'));
      return acceptForm(ctx, HERE, { title: 'Endpoint updated successfully' });
    case 'delete':
      await deleteEndpoint(ctx, viewer, idOf(form));
      return acceptForm(ctx, HERE, { title: 'Endpoint deleted successfully' });
    case 'test': {
      const id = idOf(form);
      const isDelivered = (await sendTest(ctx, id)) === 'delivered';
      const title = isDelivered ? 'The test arrived' : 'The test did not arrive';
      return acceptForm(ctx, `${HERE}/${id}`, { title, destructive: !isDelivered });
    }
    default:
      throw new Response(null, { status: 400 });
  }
}

export const action = adminAction('webhooks', act, async ({ ctx, request }, error) =>
  refuse(ctx, error, await readForm(request)),
) as (args: ActionFunctionArgs) => Promise<Exclude<Awaited<ReturnType<typeof act>>, Response>>;

export default function OutgoingWebhooks() {
  const answer = useActionData<typeof action>();
  const secret = answer && 'secret' in answer ? answer.secret : null;
  const refused = answer && 'intent' in answer ? answer : null;
  return <OutgoingPage view={useLoaderData<typeof loader>()} secret={secret} refused={refused} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load endpoints" />;
}
