// Two lists: what leads elsewhere, and what leads nowhere yet.
import { Link } from '@remix-run/react';
import type { RefusedForm } from '~/http/form-answer.server';
import { ACTIONS, DataTable, numberColumn } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { Pagination } from '~/ui/pagination';
import { EditAndDelete } from '../admin/edit-and-delete';
import { ListSearch } from '../admin/list-search';
import { PageHead } from '../admin/page-head';
import { type Here, useHere } from '../admin/use-here';
import { readable } from './readable-path';
import { DeleteRedirect, EditRedirect, type ShownRedirect } from './redirect-dialogs';
import { UnknownPaths, type UnknownPathsProps } from './unknown-paths';

export interface RedirectsView extends Omit<UnknownPathsProps, 'here'> {
  query: string;
  redirects: ShownRedirect[];
  total: number;
  page: number;
  pageCount: number;
  dialog: { kind: 'new' | 'edit' | 'delete'; redirect: ShownRedirect | null; from: string } | null;
}

export function RedirectsPage({ view, refused }: { view: RedirectsView; refused: RefusedForm | null }) {
  const here = useHere();
  const { query, redirects, total, page, pageCount, dialog } = view;
  const common = { refused, closeTo: here({}) };
  return (
    <>
      <PageHead title="Redirects" text="Old addresses that lead to where their pages are now.">
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
          text="When an article, category, tag or page gets a new slug, its old address leads on by itself. Redirects are for everything else."
        >
          <Link className="button" to={here({ new: '' })} preventScrollReset>
            Create the first redirect
          </Link>
        </EmptyState>
      )}
      {redirects.length === 0 && query && (
        <EmptyState title="No redirects found" text={`No address contains “${query}”.`}>
          <Link className="button button--quiet" to={here({ q: null, page: null })}>
            Show all redirects
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

function Redirects({ redirects, here }: { redirects: ShownRedirect[]; here: Here }) {
  return (
    <DataTable
      caption="Redirects, newest first"
      columns={['From', 'To', numberColumn('Hits'), 'Last Used', ACTIONS]}
    >
      {redirects.map(({ id, fromPath, toPath, hits, lastUsedAt }) => (
        <tr key={id}>
          <td className="address-cell" data-label="From">
            <a className="address" href={fromPath}>
              {readable(fromPath)}
            </a>
          </td>
          <td className="address-cell" data-label="To">
            <a className="address" href={toPath} rel="noreferrer">
              {readable(toPath)}
            </a>
          </td>
          <td className="table__number" data-label="Hits">
            {hits.toLocaleString('en-US')}
          </td>
          <td className="table__moment" data-label="Last Used">
            {lastUsedAt ?? 'Never'}
          </td>
          <td>
            <div className="row-actions">
              <EditAndDelete here={here} id={id} about={readable(fromPath)} />
            </div>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
