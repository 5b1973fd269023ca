import { Link } from '@remix-run/react';
import type { LeadCounts, LeadStatus } from '~/features/newsletter/subscribers/lead-view';
import type { LeadImportReport } from '~/features/newsletter/subscribers/manage-leads.server';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { DeleteDialog, deleteTitle, GoneDialog } from '~/layouts/admin/list/delete-dialog';
import { ListSearch } from '~/layouts/admin/list/list-search';
import { PageHead } from '~/layouts/admin/list/page-head';
import { Stat } from '~/layouts/admin/list/stat';
import { type ListAddress, useListAddress } from '~/layouts/admin/list/use-list-address';
import { ACTIONS, DataTable, labeledColumn, TableRow, textColumn } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { FormField, SelectField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { Pagination } from '~/ui/pagination';
import { RowLink } from '~/ui/row-link';
import { ImportLeads } from './import-leads';
import { ImportOutcome } from './import-outcome';

interface ShownLead {
  id: string;
  email: string;
  source: string;
  status: LeadStatus;
  /** ISO 8601. */
  at: string;
  when: string;
  /** The article and source that won the lead, as text; null if unknown. The article has a slug if it is public. */
  won: { article: string | null; slug: string | null; source: string | null };
}

export interface LeadsView {
  filter: { text: string; article: string; source: string };
  /** The export with the same filter. */
  exportTo: string;
  /** The sources that can be chosen. */
  sources: { key: string; label: string }[];
  counts: LeadCounts;
  /** Number of leads that match the filter. */
  found: number;
  page: number;
  pageCount: number;
  leads: ShownLead[];
  dialog: { kind: 'import' | 'delete'; email: string | null; id: string | null } | null;
}

interface LeadsPageProps {
  view: LeadsView;
  refused: RefusedForm | null;
  report: LeadImportReport | null;
}

export function LeadsPage({ view, refused, report }: LeadsPageProps) {
  const here = useListAddress();
  const { filter, exportTo, sources, counts, found, page, pageCount, leads, dialog } = view;
  const isFiltered = filter.text !== '' || filter.article !== '' || filter.source !== '';
  return (
    <>
      <PageHead title="Leads" text="Everyone who signed up for the newsletter.">
        <a className="button button--quiet" href={exportTo} download>
          Export CSV
        </a>
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
      <ListSearch
        label="Search"
        name="q"
        text={filter.text}
        placeholder="Search leads..."
        found={found}
        noun="lead"
        furtherTexts={{ article: filter.article }}
      >
        <FormField
          label="Article"
          name="article"
          type="search"
          autoComplete="off"
          maxLength={200}
          placeholder="Article title"
          defaultValue={filter.article}
        />
        <SelectField label="Came from" name="via" defaultValue={filter.source} key={`via-${filter.source}`}>
          <option value="">Any source</option>
          {sources.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </SelectField>
      </ListSearch>
      {leads.length > 0 && <List leads={leads} here={here} />}
      {leads.length === 0 && isFiltered && (
        <EmptyState title="No leads found matching your search.">
          <Link className="button button--quiet" to={here({ q: null, article: null, via: null, page: null })}>
            Show All Leads
          </Link>
        </EmptyState>
      )}
      {leads.length === 0 && !isFiltered && (
        <EmptyState
          title="No leads found."
          text="People who use a subscribe form appear here. You can also import a CSV file."
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

/** Uses the colors of the article statuses with the same meaning: waiting, good, over. */
const STATUSES: Record<LeadStatus, { label: string; color: string }> = {
  pending: { label: 'Pending', color: 'draft' },
  confirmed: { label: 'Confirmed', color: 'published' },
  unsubscribed: { label: 'Unsubscribed', color: 'archived' },
  bounced: { label: 'Bounced', color: 'bounced' },
};

function List({ leads, here }: { leads: ShownLead[]; here: ListAddress }) {
  return (
    <DataTable
      caption="Leads, newest first"
      className="leads"
      columns={[
        labeledColumn('Email'),
        'Date',
        textColumn('Source'),
        'Status',
        textColumn('Came from'),
        ACTIONS,
      ]}
    >
      {leads.map(({ id, email, source, status, at, when, won }) => (
        <TableRow key={id}>
          <td className="leads__email">{email}</td>
          <td className="table__moment">
            <time dateTime={at}>{when}</time>
          </td>
          <td>
            <span className="tag-badge">{source}</span>
          </td>
          <td>
            <span className={`status status--${STATUSES[status].color}`}>{STATUSES[status].label}</span>
          </td>
          <td className="leads__won">
            <WonBy won={won} />
          </td>
          <td>
            <div className="row-actions">
              <RowLink to={here({ delete: id })} about={email} danger preventScrollReset>
                Delete
              </RowLink>
            </div>
          </td>
        </TableRow>
      ))}
    </DataTable>
  );
}

/** The article above the source. */
function WonBy({ won: { article, slug, source } }: Pick<ShownLead, 'won'>) {
  if (article === null && source === null) return <span className="table__none">Unknown</span>;
  return (
    <div>
      {article !== null && slug !== null && (
        <a className="link" href={`/article/${slug}`}>
          {article}
        </a>
      )}
      {slug === null && article}
      {source !== null && <p className={article === null ? undefined : 'meta'}>{source}</p>}
    </div>
  );
}

interface DeleteLeadProps {
  id: string | null;
  /** Null if the lead does not exist. */
  email: string | null;
  refused: RefusedForm | null;
  closeTo: string;
}

function DeleteLead({ id, email, refused, closeTo }: DeleteLeadProps) {
  if (email === null && !refused)
    return (
      <GoneDialog
        title={deleteTitle('lead')}
        text="This lead no longer exists. Someone may have deleted it."
        closeTo={closeTo}
      />
    );
  return (
    <DeleteDialog noun="lead" id={id ?? undefined} refused={refused} closeTo={closeTo}>
      {email && (
        <p className="dialog__note">
          <strong>{email}</strong> and all data stored about this address will be deleted permanently. This
          can’t be undone.
        </p>
      )}
    </DeleteDialog>
  );
}
