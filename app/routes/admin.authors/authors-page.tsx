// The table of authors with their portraits.
import { Link } from '@remix-run/react';
import { type AccountChoice, AUTHOR_ROLE } from '~/features/articles/authors/author';
import type { AuthorListItem } from '~/features/articles/authors/authors.server';
import { AuthorAvatar } from '~/features/articles/ui/author-avatar';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { EditAndDelete } from '~/layouts/admin/list/edit-and-delete';
import { PageHead } from '~/layouts/admin/list/page-head';
import { withQuery } from '~/lib/query-string';
import { ACTIONS, DataTable, numberColumn, TableRow, textColumn } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { RowLink } from '~/ui/row-link';
import { DeleteAuthor, EditAuthor, MergeAuthor } from './author-dialogs';

interface AuthorsPageProps {
  authors: AuthorListItem[];
  dialog: {
    kind: 'new' | 'edit' | 'merge' | 'delete';
    author: AuthorListItem | null;
    isNamed: boolean;
  } | null;
  /** For the form: staff accounts that are not linked yet. */
  accounts: AccountChoice[];
  refused: RefusedForm | null;
}

const PATH = '/admin/authors';
const here = (open: Record<string, string>) => withQuery(PATH, open);

export function AuthorsPage({ authors, dialog, accounts, refused }: AuthorsPageProps) {
  const common = { refused, closeTo: PATH };
  return (
    <>
      <PageHead title="Authors" text="The names on articles, and what readers learn about them.">
        <Link className="button" to={here({ new: '' })} preventScrollReset>
          Add Author
        </Link>
      </PageHead>
      {authors.length === 0 && !refused && (
        <EmptyState
          title="No authors yet"
          text="Saving an article adds its author here. You can also add an author first."
        >
          <Link className="button" to={here({ new: '' })}>
            Add Author
          </Link>
        </EmptyState>
      )}
      {authors.length > 0 && (
        <DataTable
          caption="Authors by name"
          className="authors"
          columns={[
            textColumn('Author'),
            textColumn('Role'),
            textColumn('Account'),
            numberColumn('Published'),
            ACTIONS,
          ]}
        >
          {authors.map((author) => (
            <Row key={author.id} author={author} />
          ))}
        </DataTable>
      )}
      {(dialog?.kind === 'new' || dialog?.kind === 'edit') && (
        <EditAuthor
          {...common}
          key={dialog.author?.id ?? dialog.kind}
          kind={dialog.kind}
          author={dialog.author}
          accounts={accounts}
        />
      )}
      {dialog?.kind === 'merge' && <MergeAuthor {...common} author={dialog.author} authors={authors} />}
      {dialog?.kind === 'delete' && (
        <DeleteAuthor {...common} author={dialog.author} isNamed={dialog.isNamed} />
      )}
    </>
  );
}

function Row({ author }: { author: AuthorListItem }) {
  const { id, name, slug, role, imageUrl, account, articleCount } = author;
  return (
    <TableRow>
      <td>
        <span className="authors__who">
          <AuthorAvatar name={name} image={imageUrl} />
          {articleCount > 0 ? (
            <a className="authors__name" href={`/author/${slug}`}>
              {name}
            </a>
          ) : (
            <span className="authors__name">{name}</span>
          )}
        </span>
      </td>
      <td>{role || AUTHOR_ROLE}</td>
      <td>{account?.name ?? 'Guest'}</td>
      <td>{articleCount.toLocaleString('en-US')}</td>
      <td>
        <div className="row-actions">
          <RowLink to={here({ merge: id })} about={name} preventScrollReset>
            Merge
          </RowLink>
          <EditAndDelete here={here} id={id} about={name} />
        </div>
      </td>
    </TableRow>
  );
}
