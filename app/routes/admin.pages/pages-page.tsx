// The list of standing pages, in the footer's order.
import { Link } from '@remix-run/react';
import type { RefusedForm } from '~/http/form-answer.server';
import { ACTIONS, DataTable } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { RowLink } from '~/ui/row-link';
import { DeleteDialog, deleteTitle, GoneDialog } from '../admin/delete-dialog';
import { PageHead } from '../admin/page-head';

interface ShownPage {
  id: string;
  slug: string;
  title: string;
  updatedAt: string;
}

interface PagesPageProps {
  pages: ShownPage[];
  isDeleting: boolean;
  /** The page in the delete dialog; null when it is gone. */
  chosen: ShownPage | null;
  refused: RefusedForm | null;
}

const HERE = '/admin/pages';

export function PagesPage({ pages, isDeleting, chosen, refused }: PagesPageProps) {
  return (
    <>
      <PageHead title="Pages" text="What stands in the footer of every page, in this order.">
        <Link className="button" to={`${HERE}/new`}>
          New Page
        </Link>
      </PageHead>
      {pages.length === 0 && (
        <EmptyState
          title="No pages yet"
          text="About, Contact, Privacy: what readers look for at the foot of a magazine."
        >
          <Link className="button" to={`${HERE}/new`}>
            Write the first page
          </Link>
        </EmptyState>
      )}
      {pages.length > 0 && (
        <DataTable caption="Pages" columns={['Title', 'Address', 'Last Changed', ACTIONS]}>
          {pages.map((page) => (
            <Row key={page.id} page={page} />
          ))}
        </DataTable>
      )}
      {isDeleting && <DeletePage page={chosen} refused={refused} />}
    </>
  );
}

function Row({ page: { id, slug, title, updatedAt } }: { page: ShownPage }) {
  return (
    <tr>
      <td>
        <Link className="table__title" to={`${HERE}/${id}/edit`}>
          {title}
        </Link>
      </td>
      <td className="address-cell" data-label="Address">
        <a className="address" href={`/page/${slug}`}>
          /page/{slug}
        </a>
      </td>
      <td className="table__moment" data-label="Last Changed">
        {updatedAt}
      </td>
      <td>
        <div className="row-actions">
          <RowLink to={`${HERE}/${id}/edit`} about={title}>
            Edit
          </RowLink>
          <RowLink to={`?delete=${id}`} about={title} danger preventScrollReset>
            Delete
          </RowLink>
        </div>
      </td>
    </tr>
  );
}

function DeletePage({ page, refused }: { page: ShownPage | null; refused: RefusedForm | null }) {
  const gone = 'There is no such page any more. Somebody deleted it.';
  if (!page) return <GoneDialog title={deleteTitle('page')} text={gone} closeTo={HERE} />;
  return (
    <DeleteDialog noun="page" id={page.id} refused={refused} closeTo={HERE}>
      <p className="dialog__note">
        <strong>{page.title}</strong> leaves the footer, and its address leads nowhere. This cannot be undone;
        a redirect can lead readers on.
      </p>
    </DeleteDialog>
  );
}
