// Requested paths that were not found, each with a link to create a redirect.
import { Form } from '@remix-run/react';
import type { ListAddress } from '~/layouts/admin/list/use-list-address';
import { ACTIONS, DataTable, labeledColumn, numberColumn, TableRow } from '~/ui/data-table';
import { Pagination } from '~/ui/pagination';
import { RowLink } from '~/ui/row-link';

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
  here: ListAddress;
}

export function UnknownPaths({ paths, pathsTotal, pathsPage, pathsPageCount, here }: UnknownPathsProps) {
  return (
    <section className="unknown-paths" aria-labelledby="unknown-paths">
      <div className="unknown-paths__head">
        <div>
          <h2 className="headline headline--4" id="unknown-paths">
            Recently not found
          </h2>
          <p className="page-head__text">Paths that visitors requested but that don’t exist.</p>
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
        <p className="unknown-paths__none">{pathsTotal === 0 ? 'No missing pages.' : 'No more paths.'}</p>
      )}
      {paths.length > 0 && (
        <DataTable
          caption="Paths not found, most recent first"
          columns={[labeledColumn('Path'), 'Linked From', numberColumn('Hits'), 'Last Seen', ACTIONS]}
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

function UnknownPath({ row, here }: { row: ShownPath; here: ListAddress }) {
  const { path, hits, lastReferrer, lastSeenAt } = row;
  return (
    <TableRow>
      <td className="address-cell">
        <span className="address">{readable(path)}</span>
      </td>
      <td className="address-cell">
        {lastReferrer ? (
          <a className="address" href={lastReferrer} rel="noreferrer">
            {readable(lastReferrer)}
          </a>
        ) : (
          <span className="table__none">Unknown</span>
        )}
      </td>
      <td>{hits.toLocaleString('en-US')}</td>
      <td className="table__moment">{lastSeenAt}</td>
      <td>
        <div className="row-actions">
          <RowLink to={here({ new: '', from: path })} about={readable(path)} preventScrollReset>
            Create Redirect
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
    </TableRow>
  );
}

/** Decodes percent-encoding for display. Returns malformed input unchanged. */
export function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
