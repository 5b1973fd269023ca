// Redirects, and paths that were not found.
import { Link } from '@remix-run/react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { EditAndDelete } from '~/layouts/admin/list/edit-and-delete';
import { ListSearch } from '~/layouts/admin/list/list-search';
import { PageHead } from '~/layouts/admin/list/page-head';
import { type ListAddress, useListAddress } from '~/layouts/admin/list/use-list-address';
import { ACTIONS, DataTable, labeledColumn, numberColumn, TableRow, textColumn } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { Pagination } from '~/ui/pagination';
import { DeleteRedirect, EditRedirect, type ShownRedirect } from './redirect-dialogs';
import { readable, UnknownPaths, type UnknownPathsProps } from './unknown-paths';

export interface RedirectsView extends Omit<UnknownPathsProps, 'here'> {
  query: string;
  redirects: ShownRedirect[];
  total: number;
  page: number;
  pageCount: number;
  dialog: { kind: 'new' | 'edit' | 'delete'; redirect: ShownRedirect | null; from: string } | null;
}

export function RedirectsPage({ view, refused }: { view: RedirectsView; refused: RefusedForm | null }) {
  const here = useListAddress();
  const { query, redirects, total, page, pageCount, dialog } = view;
  const common = { refused, closeTo: here({}) };
  return (
    <>
      <PageHead title="Redirects" text="Send visitors from old URLs to current pages.">
        <Link className="button" to={here({ new: '' })} preventScrollReset>
          New Redirect
        </Link>
      </PageHead>
      {!dialog && <FormRefusal refused={refused} />}
      {(total > 0 || query) && (
        <ListSearch label="Search redirects" name="q" text={query} found={total} noun="redirect" />
      )}
      {redirects.length > 0 && <Redirects redirects={redirects} here={here} />}
      {redirects.length === 0 && !query && (
        <EmptyState
          title="No redirects yet"
          text="When you change the slug of an article, category, tag or page, its old URL redirects automatically. Create a redirect for any other path."
        >
          <Link className="button" to={here({ new: '' })} preventScrollReset>
            Create Your First Redirect
          </Link>
        </EmptyState>
      )}
      {redirects.length === 0 && query && (
        <EmptyState title="No redirects found" text={`No path contains “${query}”.`}>
          <Link className="button button--quiet" to={here({ q: null, page: null })}>
            Show All Redirects
          </Link>
        </EmptyState>
      )}
      <Pagination page={page} pageCount={pageCount} hrefFor={(number) => here({ page: String(number) })} />
      <UnknownPaths {...view} here={here} />
      {(dialog?.kind === 'new' || dialog?.kind === 'edit') && (
        <EditRedirect {...common} key={dialog.redirect?.id ?? dialog.from} {...dialog} kind={dialog.kind} />
      )}
      {dialog?.kind === 'delete' && <DeleteRedirect {...common} redirect={dialog.redirect} />}
    </>
  );
}

function Redirects({ redirects, here }: { redirects: ShownRedirect[]; here: ListAddress }) {
  return (
    <DataTable
      caption="Redirects, newest first"
      columns={[labeledColumn('From'), textColumn('To'), numberColumn('Hits'), 'Last Used', ACTIONS]}
    >
      {redirects.map(({ id, fromPath, toPath, hits, lastUsedAt }) => (
        <TableRow key={id}>
          <td className="address-cell">
            <a className="address" href={fromPath}>
              {readable(fromPath)}
            </a>
          </td>
          <td className="address-cell">
            <a className="address" href={toPath} rel="noreferrer">
              {readable(toPath)}
            </a>
          </td>
          <td>{hits.toLocaleString('en-US')}</td>
          <td className="table__moment">{lastUsedAt ?? 'Never'}</td>
          <td>
            <div className="row-actions">
              <EditAndDelete here={here} id={id} about={readable(fromPath)} />
            </div>
          </td>
        </TableRow>
      ))}
    </DataTable>
  );
}
