// Counts, the list with its search, and what an import brought.
import { Link } from '@remix-run/react';
import type { LeadCounts, LeadStatus } from '~/features/newsletter/lead-view';
import type { ImportReport } from '~/features/newsletter/manage-leads.server';
import type { RefusedForm } from '~/http/form-answer.server';
import { ACTIONS, DataTable } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { Pagination } from '~/ui/pagination';
import { RowLink } from '~/ui/row-link';
import { ListSearch } from '../admin/list-search';
import { PageHead } from '../admin/page-head';
import { Stat } from '../admin/stat';
import { type Here, useHere } from '../admin/use-here';
import { DeleteLead } from './delete-lead';
import { ImportLeads } from './import-leads';
import { ImportOutcome } from './import-outcome';

interface ShownLead {
  id: string;
  email: string;
  source: string;
  status: LeadStatus;
  /** ISO. */
  at: string;
  when: string;
}

export interface LeadsView {
  query: string;
  counts: LeadCounts;
  /** Of those that the search finds. */
  found: number;
  page: number;
  pageCount: number;
  leads: ShownLead[];
  dialog: { kind: 'import' | 'delete'; email: string | null; id: string | null } | null;
}

interface LeadsPageProps {
  view: LeadsView;
  refused: RefusedForm | null;
  report: ImportReport | null;
}

export function LeadsPage({ view, refused, report }: LeadsPageProps) {
  const here = useHere();
  const { query, counts, found, page, pageCount, leads, dialog } = view;
  return (
    <>
      <PageHead title="Leads" text="Everybody who left an address for the newsletter.">
        {counts.total > 0 && (
          <a className="button button--quiet" href="/admin/leads/export" download>
            Export CSV
          </a>
        )}
        <Link className="button" to={here({ import: '' })} preventScrollReset>
          Import CSV
        </Link>
      </PageHead>
      {!dialog && <FormRefusal refused={refused} />}
      {report && <ImportOutcome report={report} />}
      <dl className="dashboard__stats leads__counts">
        <Stat label="Total" value={counts.total} />
        <Stat label="Newsletter" value={counts.newsletter} />
        <Stat label="Footer" value={counts.footer} />
      </dl>
      {(counts.total > 0 || query) && (
        <ListSearch
          label="Search"
          name="q"
          text={query}
          placeholder="Search leads..."
          found={found}
          noun="lead"
        />
      )}
      {leads.length > 0 && <List leads={leads} here={here} />}
      {leads.length === 0 && query !== '' && (
        <EmptyState title="No leads found matching your search.">
          <Link className="button button--quiet" to={here({ q: null, page: null })}>
            Show all leads
          </Link>
        </EmptyState>
      )}
      {leads.length === 0 && query === '' && (
        <EmptyState
          title="No leads found."
          text="Subscribe forms stand on the home page, in the footer and on a page of their own."
        />
      )}
      <Pagination page={page} pageCount={pageCount} hrefFor={(number) => here({ page: String(number) })} />
      {dialog?.kind === 'import' && !report && <ImportLeads refused={refused} closeTo={here({})} />}
      {dialog?.kind === 'delete' && (
        <DeleteLead id={dialog.id} email={dialog.email} refused={refused} closeTo={here({})} />
      )}
    </>
  );
}

/** Coloured like the statuses of articles that mean the same to an editor: waiting, good, over. */
const STATUSES: Record<LeadStatus, { label: string; colour: string }> = {
  pending: { label: 'Pending', colour: 'draft' },
  confirmed: { label: 'Confirmed', colour: 'published' },
  unsubscribed: { label: 'Unsubscribed', colour: 'archived' },
  bounced: { label: 'Bounced', colour: 'bounced' },
};

function List({ leads, here }: { leads: ShownLead[]; here: Here }) {
  return (
    <DataTable caption="Leads, newest first" columns={['Email', 'Date', 'Source', 'Status', ACTIONS]}>
      {leads.map(({ id, email, source, status, at, when }) => (
        <tr key={id}>
          <td className="leads__email" data-label="Email">
            {email}
          </td>
          <td className="table__moment" data-label="Date">
            <time dateTime={at}>{when}</time>
          </td>
          <td data-label="Source">
            <span className="tag-badge">{source}</span>
          </td>
          <td data-label="Status">
            <span className={`status status--${STATUSES[status].colour}`}>{STATUSES[status].label}</span>
          </td>
          <td>
            <div className="row-actions">
              <RowLink to={here({ delete: id })} about={email} danger preventScrollReset>
                Delete
              </RowLink>
            </div>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
