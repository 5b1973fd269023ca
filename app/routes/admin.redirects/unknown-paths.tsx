// Paths that readers asked for and did not find, one click away from a redirect.
import { Form } from '@remix-run/react';
import { ACTIONS, DataTable, numberColumn } from '~/ui/data-table';
import { Pagination } from '~/ui/pagination';
import { RowLink } from '~/ui/row-link';
import type { Here } from '../admin/use-here';
import { readable } from './readable-path';

interface ShownPath {
  path: string;
  hits: number;
  lastReferrer: string | null;
  lastSeenAt: string;
}

export interface UnknownPathsProps {
  paths: ShownPath[];
  pathsTotal: number;
  pathsPage: number;
  pathsPageCount: number;
  here: Here;
}

export function UnknownPaths({ paths, pathsTotal, pathsPage, pathsPageCount, here }: UnknownPathsProps) {
  return (
    <section className="unknown-paths" aria-labelledby="unknown-paths">
      <div className="unknown-paths__head">
        <div>
          <h2 className="headline headline--4" id="unknown-paths">
            Not found lately
          </h2>
          <p className="page-head__text">Addresses that readers asked for and that lead nowhere.</p>
        </div>
        {paths.length > 0 && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="dismiss-all" />
            <button className="row-action" type="submit">
              Dismiss All
            </button>
          </Form>
        )}
      </div>
      {paths.length === 0 && (
        <p className="unknown-paths__none">
          {pathsTotal === 0 ? 'Nobody has missed anything.' : 'Nothing more here.'}
        </p>
      )}
      {paths.length > 0 && (
        <DataTable
          caption="Paths that were not found, the last seen first"
          columns={['Path', 'Linked From', numberColumn('Hits'), 'Last Seen', ACTIONS]}
        >
          {paths.map((row) => (
            <UnknownPath key={row.path} row={row} here={here} />
          ))}
        </DataTable>
      )}
      <Pagination
        page={pathsPage}
        pageCount={pathsPageCount}
        hrefFor={(number) => here({ paths: String(number) })}
      />
    </section>
  );
}

function UnknownPath({ row, here }: { row: ShownPath; here: Here }) {
  const { path, hits, lastReferrer, lastSeenAt } = row;
  return (
    <tr>
      <td className="address-cell" data-label="Path">
        <span className="address">{readable(path)}</span>
      </td>
      <td className="address-cell" data-label="Linked From">
        {lastReferrer ? (
          <a className="address" href={lastReferrer} rel="noreferrer">
            {readable(lastReferrer)}
          </a>
        ) : (
          <span className="table__none">Not known</span>
        )}
      </td>
      <td className="table__number" data-label="Hits">
        {hits.toLocaleString('en-US')}
      </td>
      <td className="table__moment" data-label="Last Seen">
        {lastSeenAt}
      </td>
      <td>
        <div className="row-actions">
          <RowLink to={here({ new: '', from: path })} about={readable(path)} preventScrollReset>
            Redirect…
          </RowLink>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="dismiss" />
            <input type="hidden" name="path" value={path} />
            <button className="row-action" type="submit">
              Dismiss<span className="sr-only"> {readable(path)}</span>
            </button>
          </Form>
        </div>
      </td>
    </tr>
  );
}
