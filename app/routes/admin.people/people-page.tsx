// The list of accounts with its filters and the dialog that the URL opens.
import { Link } from '@remix-run/react';
import { ROLES } from '~/features/accounts/account';
import { roleName, roleText } from '~/features/accounts/capabilities';
import type { PeopleQuery } from '~/features/accounts/people/person';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import type { Ways } from '~/layouts/account/confirm-fields';
import { ListSearch } from '~/layouts/admin/list/list-search';
import { PageHead } from '~/layouts/admin/list/page-head';
import { useListAddress } from '~/layouts/admin/list/use-list-address';
import { EmptyState } from '~/ui/empty-state';
import { SelectField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { Pagination } from '~/ui/pagination';
import { ChangeRole, ConfirmDialog, type ConfirmKind, InvitePerson } from './people-dialogs';
import { PeopleTable, type ShownPerson } from './people-table';

export interface PeopleView {
  query: PeopleQuery;
  people: ShownPerson[];
  total: number;
  pageCount: number;
  dialog: { kind: 'new' | 'role' | ConfirmKind; person: ShownPerson | null } | null;
  /** Ways to confirm the viewer's identity; null if they confirmed recently. */
  ways: Ways | null;
}

const GROUPS = { newsroom: 'Staff', readers: 'Readers', all: 'Everyone' } as const;

export function PeoplePage({ view, refused }: { view: PeopleView; refused: RefusedForm | null }) {
  const here = useListAddress();
  const { query, people, pageCount, dialog, ways } = view;
  const common = { refused, closeTo: here({}), ways };
  return (
    <>
      <PageHead title="People" text="Staff and reader accounts, with their roles.">
        <Link className="button" to={here({ new: '' })} preventScrollReset>
          {' '}
          Invite Person
        </Link>
      </PageHead>
      {!dialog && <FormRefusal refused={refused} />}
      <Filters {...view} />
      {people.length > 0 ? (
        <PeopleTable people={people} here={here} />
      ) : (
        <EmptyState title="No people found" text="Try a different search or filter.">
          <Link className="button button--quiet" to="/admin/people?who=all">
            Show Everyone
          </Link>
        </EmptyState>
      )}
      <Pagination
        page={query.page}
        pageCount={pageCount}
        hrefFor={(number) => here({ page: String(number) })}
      />
      <Roles />
      {dialog?.kind === 'new' && <InvitePerson {...common} />}
      {dialog?.kind === 'role' && <ChangeRole {...common} person={dialog.person} />}
      {dialog && dialog.kind !== 'new' && dialog.kind !== 'role' && (
        <ConfirmDialog {...common} kind={dialog.kind} person={dialog.person} />
      )}
    </>
  );
}

function Roles() {
  return (
    <section className="panel people-roles" aria-labelledby="people-roles">
      <h2 className="panel__title" id="people-roles">
        Roles
      </h2>
      <dl className="people-roles__list">
        {[...ROLES, null].map((role) => (
          <div className="people-roles__role" key={role}>
            <dt>{roleName(role)}</dt>
            <dd>{roleText(role)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Filters({ query, total }: Pick<PeopleView, 'query' | 'total'>) {
  return (
    <ListSearch
      label="Search people"
      name="search"
      text={query.text}
      placeholder="Name or email"
      found={total}
      noun="account"
    >
      <SelectField label="Show" name="who" defaultValue={query.who} key={`who-${query.who}`}>
        {Object.entries(GROUPS).map(([who, label]) => (
          <option key={who} value={who}>
            {label}
          </option>
        ))}
      </SelectField>
    </ListSearch>
  );
}
