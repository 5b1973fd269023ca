// The table of article templates.
import { Link } from '@remix-run/react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { PageHead } from '~/layouts/admin/list/page-head';
import { useListAddress } from '~/layouts/admin/list/use-list-address';
import { ACTIONS, DataTable, TableRow, textColumn } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { RowLink } from '~/ui/row-link';
import { DeleteTemplate, NameTemplate, type ShownTemplate } from './template-dialogs';

interface TemplatesView {
  templates: ShownTemplate[];
  dialog: {
    kind: 'from' | 'edit' | 'delete';
    /** Of the template; of the article for `from`. */
    id: string | null;
    template: ShownTemplate | null;
    suggested: string;
  } | null;
}

export function TemplatesPage({ view, refused }: { view: TemplatesView; refused: RefusedForm | null }) {
  const { templates, dialog } = view;
  const here = useListAddress();
  const isSaving = dialog?.kind === 'from';
  const common = { refused, closeTo: isSaving ? `/admin/articles/${dialog.id}/edit` : here({}) };
  return (
    <>
      <PageHead title="Article Templates" text="Starting points for new articles.">
        <Link className="button button--quiet" to="/admin/articles">
          Back to Articles
        </Link>
      </PageHead>
      {!dialog && <FormRefusal refused={refused} />}
      {templates.length > 0 ? (
        <DataTable
          caption="Article templates by name"
          columns={[textColumn('Name'), textColumn('Saved by'), 'Saved', ACTIONS]}
        >
          {templates.map(({ id, name, madeBy, createdAt, mayChange }) => (
            <TableRow key={id}>
              <td>
                <strong>{name}</strong>
              </td>
              <td>{madeBy || <span className="table__none">Unknown</span>}</td>
              <td className="table__moment">{createdAt}</td>
              <td>
                <div className="row-actions">
                  <RowLink to={`/admin/articles/new?template=${id}`} about={name}>
                    Use
                  </RowLink>
                  {mayChange && (
                    <>
                      <RowLink to={here({ edit: id })} about={name} preventScrollReset>
                        Rename
                      </RowLink>
                      <RowLink to={here({ delete: id })} about={name} danger preventScrollReset>
                        Delete
                      </RowLink>
                    </>
                  )}
                </div>
              </td>
            </TableRow>
          ))}
        </DataTable>
      ) : (
        <EmptyState
          title="No templates yet"
          text="Open an article that others can start from, and choose Save as Template."
        >
          <Link className="button" to="/admin/articles">
            Choose an Article
          </Link>
        </EmptyState>
      )}
      {dialog && dialog.kind !== 'delete' && (
        <NameTemplate {...common} {...dialog} articleId={isSaving ? dialog.id : null} key={dialog.id} />
      )}
      {dialog?.kind === 'delete' && <DeleteTemplate {...common} template={dialog.template} />}
    </>
  );
}
