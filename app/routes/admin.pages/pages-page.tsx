// The list of static pages, in the order of the footer.
import { Link } from '@remix-run/react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { DeleteDialog, deleteTitle, GoneDialog } from '~/layouts/admin/list/delete-dialog';
import { PageHead } from '~/layouts/admin/list/page-head';
import { ACTIONS, DataTable, TableRow, textColumn } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { RowLink } from '~/ui/row-link';

interface ShownPage {
  id: string;
  slug: string;
  title: string;
  updatedAt: string;
}

interface MissingPage {
  slug: string;
  title: string;
  reason: string;
}

interface PagesPageProps {
  pages: ShownPage[];
  /** Pages that the product links to and that do not exist. */
  missing: MissingPage[];
  isDeleting: boolean;
  /** The page in the delete dialog; null if it does not exist. */
  chosen: ShownPage | null;
  refused: RefusedForm | null;
}

const HERE = '/admin/pages';

export function PagesPage({ pages, missing, isDeleting, chosen, refused }: PagesPageProps) {
  return (
    <>
      <PageHead title="Pages" text="Shown in the site footer in this order.">
        <Link className="button" to={`${HERE}/new`}>
          New Page
        </Link>
      </PageHead>
      {pages.length === 0 && (
        <EmptyState
          title="No pages yet"
          text="Create an About, Contact or Privacy page to link it in the footer."
        >
          <Link className="button" to={`${HERE}/new`}>
            Create Page
          </Link>
        </EmptyState>
      )}
      {pages.length > 0 && (
        <DataTable
          caption="Pages"
          columns={[textColumn('Title'), textColumn('URL'), 'Last Changed', ACTIONS]}
        >
          {pages.map((page) => (
            <Row key={page.id} page={page} />
          ))}
        </DataTable>
      )}
      {missing.length > 0 && <MissingPages missing={missing} />}
      {isDeleting && <DeletePage page={chosen} refused={refused} />}
    </>
  );
}

function MissingPages({ missing }: { missing: MissingPage[] }) {
  return (
    <section className="missing-pages" aria-labelledby="missing-pages">
      <h2 className="headline headline--4" id="missing-pages">
        Pages every magazine needs
      </h2>
      <ul className="missing-pages__list">
        {missing.map(({ slug, title, reason }) => (
          <li key={slug}>
            <strong>{title}</strong> (/page/{slug}). {reason}{' '}
            <RowLink to={`${HERE}/new?draft=${slug}`} about={title}>
              Review Draft
            </RowLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ page: { id, slug, title, updatedAt } }: { page: ShownPage }) {
  return (
    <TableRow>
      <td>
        <Link className="table__title" to={`${HERE}/${id}/edit`}>
          {title}
        </Link>
      </td>
      <td className="address-cell">
        <a className="address" href={`/page/${slug}`}>
          /page/{slug}
        </a>
      </td>
      <td className="table__moment">{updatedAt}</td>
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
    </TableRow>
  );
}

function DeletePage({ page, refused }: { page: ShownPage | null; refused: RefusedForm | null }) {
  const gone = 'This page no longer exists. Someone may have deleted it.';
  if (!page) return <GoneDialog title={deleteTitle('page')} text={gone} closeTo={HERE} />;
  return (
    <DeleteDialog noun="page" id={page.id} refused={refused} closeTo={HERE}>
      <p className="dialog__note">
        <strong>{page.title}</strong> will be removed from the footer, and its URL will stop working. This
        can’t be undone. You can create a redirect for its old URL.
      </p>
    </DeleteDialog>
  );
}
