// The list of synonym groups, filtered while you type.
import { Link } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { findSynonyms, type SynonymGroup } from '~/features/search/synonyms/synonym-input';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { EditAndDelete } from '~/layouts/admin/list/edit-and-delete';
import { LiveFilter } from '~/layouts/admin/list/live-filter';
import { PageHead } from '~/layouts/admin/list/page-head';
import { SearchTabs } from '~/layouts/admin/search/search-tabs';
import { withQuery } from '~/lib/query-string';
import { ACTIONS, DataTable, TableRow } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { DeleteSynonyms, EditSynonyms } from './synonym-dialogs';

interface SynonymsView {
  groups: SynonymGroup[];
  /** The search text from the URL. */
  query: string;
  /** The first term of a new group. */
  from: string;
  dialog: { kind: 'new' | 'edit' | 'delete'; group: SynonymGroup | null } | null;
}

const PATH = '/admin/search/synonyms';

export function SynonymsPage({ view, refused }: { view: SynonymsView; refused: RefusedForm | null }) {
  const { groups, query, from, dialog } = view;
  const [text, setText] = useState(query);
  useEffect(() => setText(query), [query]);
  const shown = findSynonyms(groups, text);
  const back = withQuery(PATH, text ? { q: text } : {});
  const here = (open: Record<string, string>) => withQuery(back, open);
  const common = { refused, closeTo: back, query: text };
  return (
    <>
      <PageHead
        title="Search"
        text="Terms that mean the same. A search for one of them also finds the others."
      >
        <Link className="button" to={here({ new: '' })} preventScrollReset>
          Add Synonyms
        </Link>
      </PageHead>
      <SearchTabs current="synonyms" />
      {!dialog && <FormRefusal refused={refused} />}
      {groups.length > 0 && (
        <LiveFilter
          label="Search synonyms"
          text={text}
          onText={setText}
          shown={shown.length}
          total={groups.length}
          noun="group"
        />
      )}
      {groups.length === 0 && !refused && (
        <EmptyState
          title="No synonyms yet"
          text="Add abbreviations and other words for the same thing, such as PI and personal injury."
        >
          <Link className="button" to={here({ new: '' })} preventScrollReset>
            Add Synonyms
          </Link>
        </EmptyState>
      )}
      {groups.length > 0 && shown.length === 0 && (
        <EmptyState title="No synonyms found" text={`No term contains “${text}”.`}>
          <Link className="button button--quiet" to={PATH} onClick={() => setText('')}>
            Show All Synonyms
          </Link>
        </EmptyState>
      )}
      {shown.length > 0 && (
        <DataTable caption="Synonyms" columns={['Terms', ACTIONS]}>
          {shown.map(({ id, terms }) => (
            <TableRow key={id}>
              <td className="search-terms__query">{terms.join(', ')}</td>
              <td>
                <div className="row-actions">
                  <EditAndDelete here={here} id={id} about={terms[0] ?? ''} />
                </div>
              </td>
            </TableRow>
          ))}
        </DataTable>
      )}
      {(dialog?.kind === 'new' || dialog?.kind === 'edit') && (
        <EditSynonyms
          {...common}
          key={dialog.group?.id ?? from}
          kind={dialog.kind}
          group={dialog.group}
          from={from}
        />
      )}
      {dialog?.kind === 'delete' && <DeleteSynonyms {...common} group={dialog.group} />}
    </>
  );
}
