// The accounts table. Actions that need confirmation link to a dialog; harmless ones are buttons.
import { Form, Link, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { roleName } from '~/features/accounts/capabilities';
import { nameOf, type Person, statusName } from '~/features/accounts/people/person';
import type { ListAddress } from '~/layouts/admin/list/use-list-address';
import { ACTIONS, DataTable, numberColumn, TableRow, textColumn } from '~/ui/data-table';
import { RowLink } from '~/ui/row-link';

export type ShownPerson = Person & {
  /** The viewer's own account, which they change on /account. */
  isYou: boolean;
};

export function PeopleTable({ people, here }: { people: readonly ShownPerson[]; here: ListAddress }) {
  return (
    <DataTable
      caption="Accounts, staff first"
      className="people"
      columns={[textColumn('Person'), 'Role', 'Status', 'Last sign-in', numberColumn('Sessions'), ACTIONS]}
    >
      {people.map((person) => (
        <Row key={person.id} person={person} here={here} />
      ))}
    </DataTable>
  );
}

function Row({ person, here }: { person: ShownPerson; here: ListAddress }) {
  const { email, role, status, lastSignInAt, sessions, isYou } = person;
  return (
    <TableRow>
      <td className="people__who">
        <span className="people__name">
          {nameOf(person)}
          {isYou && <span className="people__you"> (you)</span>}
        </span>
        {person.fullName && email && <span className="people__mail">{email}</span>}
      </td>
      <td>{roleName(role)}</td>
      <td>
        <span className={`status status--${status}`}>{statusName(status)}</span>
      </td>
      <td className="table__moment">{lastSignInAt ?? 'Never'}</td>
      <td>{sessions}</td>
      <td>
        {isYou ? (
          <div className="row-actions">
            <Link className="row-action" to="/account">
              Go to Your Account
            </Link>
          </div>
        ) : (
          <Actions person={person} here={here} />
        )}
      </td>
    </TableRow>
  );
}

function Actions({ person, here }: { person: ShownPerson; here: ListAddress }) {
  const { id, status, sessions } = person;
  return (
    <div className="row-actions">
      <RowLink to={here({ role: id })} about={`of ${nameOf(person)}`} preventScrollReset>
        {' '}
        Change Role{' '}
      </RowLink>
      {status === 'invited' && (
        <PostButton id={id} intent="invite-again" pending="Sending...">
          Invite Again<span className="sr-only"> {nameOf(person)}</span>
        </PostButton>
      )}
      {sessions > 0 && (
        <RowLink to={here({ 'sign-out': id })} about={nameOf(person)} preventScrollReset>
          {' '}
          Sign Out{' '}
        </RowLink>
      )}
      {status === 'disabled' ? (
        <RowLink to={here({ enable: id })} about={nameOf(person)} preventScrollReset>
          Enable
        </RowLink>
      ) : (
        <RowLink to={here({ disable: id })} about={nameOf(person)} danger preventScrollReset>
          Disable
        </RowLink>
      )}
    </div>
  );
}

interface PostButtonProps {
  id: string;
  intent: string;
  pending: string;
  children: ReactNode;
}

function PostButton({ id, intent, pending, children }: PostButtonProps) {
  const { formData } = useNavigation();
  const isUnderWay = formData?.get('intent') === intent && formData.get('id') === id;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      <button className="row-action" type="submit" disabled={isUnderWay}>
        {isUnderWay ? pending : children}
      </button>
    </Form>
  );
}
