// The People screen, for admins: accounts, roles, invitations, disabling and sign-out.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { roleName } from '~/features/accounts/capabilities';
import {
  changeRole,
  disablePerson,
  enablePerson,
  findPerson,
  inviteAgain,
  invitePerson,
  listPeople,
  PEOPLE_PER_PAGE,
  signOutPerson,
} from '~/features/accounts/people/people.server';
import { nameOf, PEOPLE_SHOWN, type Person } from '~/features/accounts/people/person';
import { getSiteSettings } from '~/features/settings/settings.server';
import { acceptForm } from '~/http/forms/admin-notice.server';
import { idOf, readDialog } from '~/http/forms/dialog-address.server';
import { type PostedForm, readForm } from '~/http/forms/read-form.server';
import { refuseForm } from '~/http/forms/refuse-form.server';
import { confirmationMethods, confirmVisit } from '~/http/session/confirm-identity.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/session/guards.server';
import { revalidateToConfirm } from '~/layouts/account/revalidate-to-confirm';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { pageNumber } from '~/lib/query-string';
import { toSearchText } from '~/lib/text';
import { formatMoment } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import { PeoplePage, type PeopleView } from './people-page';

export const meta: MetaFunction = () => [{ title: 'People' }, { name: 'robots', content: 'noindex' }];
export const shouldRevalidate = revalidateToConfirm;
/** Passes on the Retry-After header of a rejected request. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

const DIALOGS = {
  new: 'of none',
  role: 'of one',
  disable: 'of one',
  enable: 'of one',
  'sign-out': 'of one',
} as const;

async function load(visit: SignedInVisit) {
  const { ctx, url, viewer } = visit;
  const open = readDialog(url, DIALOGS);
  const query = {
    text: toSearchText(url.searchParams.get('search')),
    who: PEOPLE_SHOWN.find((who) => who === url.searchParams.get('who')) ?? 'newsroom',
    page: pageNumber(url.searchParams.get('page')),
  };
  const [{ timeZone }, { people, total }, chosen] = await Promise.all([
    getSiteSettings(ctx),
    listPeople(ctx, query),
    open?.id ? findPerson(ctx, open.id) : null,
  ]);
  const toShown = (person: Person) => ({
    ...person,
    isYou: person.id === viewer.userId,
    lastSignInAt: person.lastSignInAt && formatMoment(new Date(person.lastSignInAt), timeZone),
  });
  const view: PeopleView = {
    query,
    people: people.map(toShown),
    total,
    pageCount: Math.ceil(total / PEOPLE_PER_PAGE),
    dialog: open && { kind: open.kind, person: chosen && toShown(chosen) },
    ways: confirmationMethods(visit),
  };
  return data(view, { status: open?.id && !chosen ? 404 : 200 });
}

/**
 * Empty data for the page around a returned form while the database is unavailable. The form restores its own
 * fields.
 */
function inOutage(url: URL) {
  const open = readDialog(url, DIALOGS);
  const view: PeopleView = {
    query: { text: '', who: 'newsroom', page: 1 },
    people: [],
    total: 0,
    pageCount: 0,
    dialog: open && { kind: open.kind, person: null },
    ways: null,
  };
  return data(view);
}

export const loader = adminLoader('people', load, ({ url }) => inOutage(url));

export const action = adminAction(
  'people',
  async (visit) => {
    const form = await readForm(visit.request);
    try {
      return acceptForm(visit.ctx, withoutDialog(visit.url), await accept(form.text('intent'), visit, form));
    } catch (error) {
      return refuse(visit.ctx, error, form);
    }
  },
  async ({ ctx, request }, error) => refuse(ctx, error, await readForm(request)),
) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuse>>;

const FAILURES: Record<string, string> = {
  invite: 'Failed to send invitation',
  'invite-again': 'Failed to send invitation',
  role: 'Failed to change role',
  disable: 'Failed to disable account',
  enable: 'Failed to enable account',
  'sign-out': 'Failed to sign out',
};

function refuse(ctx: AppContext, error: unknown, { text }: PostedForm) {
  const intent = text('intent');
  return refuseForm(ctx, error, {
    intent,
    title: FAILURES[intent] ?? 'Failed to change account',
    typed: { id: text('id'), email: text('email'), fullName: text('fullName'), role: text('role') },
    fallback: 'Please try again in a moment.',
  });
}

/** Actions that grant, extend or remove access. They require a recent identity confirmation. */
const SENSITIVE: readonly string[] = ['invite', 'role', 'disable', 'enable'];

/** @returns the toast for the next page */
async function accept(intent: string, visit: SignedInVisit, form: PostedForm) {
  const { ctx } = visit;
  const viewer = SENSITIVE.includes(intent) ? await confirmVisit(visit, form) : visit.viewer;
  switch (intent) {
    case 'invite': {
      const { text } = form;
      const typed = { email: text('email'), fullName: text('fullName'), role: text('role') };
      return { title: 'Invitation sent', description: `To ${await invitePerson(ctx, viewer, typed)}.` };
    }
    case 'invite-again': {
      const { email } = await inviteAgain(ctx, viewer, idOf(form));
      return { title: 'Invitation sent again', description: `To ${email}.` };
    }
    case 'role': {
      const person = await changeRole(ctx, viewer, idOf(form), { role: form.text('role') });
      return { title: 'Role changed', description: `${nameOf(person)}: ${roleName(person.role)}.` };
    }
    case 'disable':
      return { title: 'Account disabled', description: nameOf(await disablePerson(ctx, viewer, idOf(form))) };
    case 'enable':
      return { title: 'Account enabled', description: nameOf(await enablePerson(ctx, viewer, idOf(form))) };
    case 'sign-out':
      return {
        title: 'Signed out everywhere',
        description: nameOf(await signOutPerson(ctx, viewer, idOf(form))),
      };
    default:
      throw new Response(null, { status: 400 });
  }
}

/** The list URL without the dialog. */
function withoutDialog(url: URL): string {
  const params = new URLSearchParams(url.search);
  for (const name of [...Object.keys(DIALOGS), 'index']) params.delete(name);
  return params.size > 0 ? `/admin/people?${params}` : '/admin/people';
}

export default function People() {
  return (
    <PeoplePage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load people" />;
}
