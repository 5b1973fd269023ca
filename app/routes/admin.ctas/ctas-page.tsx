// The calls to action table and its dialogs.
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { EditAndDelete } from '~/layouts/admin/list/edit-and-delete';
import { ListScreen } from '~/layouts/admin/list/list-screen';
import { type ListAddress, useListAddress } from '~/layouts/admin/list/use-list-address';
import { countOf } from '~/lib/text';
import { DataTable, TableRow, textColumn } from '~/ui/data-table';
import { RowLink } from '~/ui/row-link';
import { DeleteCta, EditCta, type ShownCta } from './cta-dialogs';

export interface CtasView {
  ctas: ShownCta[];
  total: number;
  page: number;
  pageCount: number;
  categories: { id: string; name: string }[];
  dialog: { kind: 'new' | 'edit' | 'delete'; cta: ShownCta | null } | null;
}

export function CtasPage({ view, refused }: { view: CtasView; refused: RefusedForm | null }) {
  const here = useListAddress();
  const { ctas, total, dialog } = view;
  const common = { refused, closeTo: here({}) };
  return (
    <ListScreen
      title="CTAs"
      text={
        total > 0
          ? countOf(total, 'call to action', 'calls to action')
          : 'Calls to action shown on article and category pages.'
      }
      noun="CTA"
      view={view}
      here={here}
      refused={refused}
      empty={{
        title: 'No CTAs found',
        text: 'Create a CTA to show a button such as “Join Free” below articles and on category pages.',
      }}
      list={ctas.length > 0 ? <Table ctas={ctas} here={here} /> : null}
    >
      {(dialog?.kind === 'new' || dialog?.kind === 'edit') && (
        <EditCta
          {...common}
          {...view}
          key={dialog.cta?.id ?? dialog.kind}
          kind={dialog.kind}
          cta={dialog.cta}
        />
      )}
      {dialog?.kind === 'delete' && <DeleteCta {...common} cta={dialog.cta} />}
    </ListScreen>
  );
}

function Table({ ctas, here }: { ctas: ShownCta[]; here: ListAddress }) {
  return (
    <DataTable
      caption="Calls to action, newest first"
      className="ctas-table"
      columns={[
        textColumn('Title'),
        textColumn('Button'),
        textColumn('Category'),
        'Status',
        { label: 'Created', className: 'table__created' },
        { label: 'Actions', className: 'ads-table__actions', isLabeled: false },
      ]}
    >
      {ctas.map((cta) => (
        <TableRow key={cta.id}>
          <td className="ctas-table__title">
            <strong>{cta.title}</strong>
            {cta.body && <span className="ctas-table__body">{cta.body}</span>}
          </td>
          <td>
            {cta.buttonLink ? (
              <a className="link" href={cta.buttonLink}>
                {cta.buttonLabel}
              </a>
            ) : (
              <span className="table__none">None</span>
            )}
          </td>
          <td>{cta.categoryName ?? <span className="table__none">All categories</span>}</td>
          <td>
            <span className={`status status--${cta.active ? 'published' : 'archived'}`}>
              {cta.active ? 'Active' : 'Inactive'}
            </span>
          </td>
          <td className="table__moment">{cta.createdAt}</td>
          <td>
            <div className="row-actions">
              <RowLink to={`/admin/ctas/${cta.id}/report`} about={cta.title}>
                Report
              </RowLink>
              <EditAndDelete here={here} id={cta.id} about={cta.title} />
            </div>
          </td>
        </TableRow>
      ))}
    </DataTable>
  );
}
