// The People screen, for admins: accounts, roles, invitations, disabling and sign-out.
import { data } from '@remix-run/cloudflare';
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
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { readDialog } from '~/http/forms/dialog-address.server';
import { confirmationMethods } from '~/http/session/confirm-identity.server';
import { adminLoader, type SignedInVisit } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { pageNumber } from '~/lib/query-string';
import { toSearchText } from '~/lib/text';
import { formatMoment } from '~/lib/time/dates';
import { revalidateToConfirm } from '~/ui/revalidate';
import { PeoplePage, type PeopleView } from './people-page';

export const meta = noIndexMeta('People');
export const shouldRevalidate = revalidateToConfirm;

const DIALOGS = {
  new: 'without id',
  role: 'with id',
  disable: 'with id',
  enable: 'with id',
  'sign-out': 'with id',
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

const SENDING_FAILED = 'Failed to send invitation';

// What grants, extends or removes access requires a recent identity confirmation.
export const action = adminForm({
  capability: 'people',
  keepsInput: true,
  fields: ({ text }) => ({ email: text('email'), fullName: text('fullName'), role: text('role') }),
  next: ({ url }) => withoutDialog(url),
  intents: {
    invite: {
      failure: SENDING_FAILED,
      async run({ ctx, fields, confirm }) {
        const email = await invitePerson(ctx, await confirm(), fields);
        return { title: 'Invitation sent', description: `To ${email}.` };
      },
    },
    'invite-again': {
      failure: SENDING_FAILED,
      async run({ ctx, viewer, id }) {
        const { email } = await inviteAgain(ctx, viewer, id);
        return { title: 'Invitation sent again', description: `To ${email}.` };
      },
    },
    role: {
      failure: 'Failed to change role',
      async run({ ctx, id, fields: { role }, confirm }) {
        const person = await changeRole(ctx, await confirm(), id, { role });
        return { title: 'Role changed', description: `${nameOf(person)}: ${roleName(person.role)}.` };
      },
    },
    disable: {
      failure: 'Failed to disable account',
      async run({ ctx, id, confirm }) {
        const person = await disablePerson(ctx, await confirm(), id);
        return { title: 'Account disabled', description: nameOf(person) };
      },
    },
    enable: {
      failure: 'Failed to enable account',
      async run({ ctx, id, confirm }) {
        const person = await enablePerson(ctx, await confirm(), id);
        return { title: 'Account enabled', description: nameOf(person) };
      },
    },
    'sign-out': {
      failure: 'Failed to sign out',
      async run({ ctx, viewer, id }) {
        const person = await signOutPerson(ctx, viewer, id);
        return { title: 'Signed out everywhere', description: nameOf(person) };
      },
    },
  },
});

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
