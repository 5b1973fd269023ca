// The list of people, its filters, and whatever dialog the address opens.
import { Link } from '@remix-run/react';
import type { PeopleQuery } from '~/features/accounts/person';
import type { RefusedForm } from '~/http/form-answer.server';
import { EmptyState } from '~/ui/empty-state';
import { SelectField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { Pagination } from '~/ui/pagination';
import type { Ways } from '../_site.account/confirm-fields';
import { ListSearch } from '../admin/list-search';
import { PageHead } from '../admin/page-head';
import { useHere } from '../admin/use-here';
import { ChangeRole, ConfirmDialog, type ConfirmKind, InvitePerson } from './people-dialogs';
import { PeopleTable, type ShownPerson } from './people-table';

export interface PeopleView {
  query: PeopleQuery;
  people: ShownPerson[];
  total: number;
  pageCount: number;
  dialog: { kind: 'new' | 'role' | ConfirmKind; person: ShownPerson | null } | null;
  /** How the viewer shows again who they are; null if that was a moment ago. */
  ways: Ways | null;
}

const GROUPS = { newsroom: 'Newsroom', readers: 'Readers', all: 'Everybody' } as const;

export function PeoplePage({ view, refused }: { view: PeopleView; refused: RefusedForm | null }) {
  const here = useHere();
  const { query, people, pageCount, dialog, ways } = view;
  const common = { refused, closeTo: here({}), ways };
  return (
    <>
      <PageHead title="People" text="Who works here, what they may do, and who reads with an account.">
        <Link className="button" to={here({ new: '' })} preventScrollReset>
          Invite
        </Link>
      </PageHead>
      {!dialog && <FormRefusal refused={refused} />}
      <Filters {...view} />
      {people.length > 0 ? (
        <PeopleTable people={people} here={here} />
      ) : (
        <EmptyState title="Nobody found" text="No name or address among these contains that.">
          <Link className="button button--quiet" to="/admin/people?who=all">
            Show everybody
          </Link>
        </EmptyState>
      )}
      <Pagination
        page={query.page}
        pageCount={pageCount}
        hrefFor={(number) => here({ page: String(number) })}
      />
      {dialog?.kind === 'new' && <InvitePerson {...common} />}
      {dialog?.kind === 'role' && <ChangeRole {...common} person={dialog.person} />}
      {dialog && dialog.kind !== 'new' && dialog.kind !== 'role' && (
        <ConfirmDialog {...common} kind={dialog.kind} person={dialog.person} />
      )}
    </>
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
