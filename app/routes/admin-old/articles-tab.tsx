// The newest articles, with dialogs to create, edit and delete them.
import { Link } from '@remix-run/react';
import type { EditorView } from '~/features/articles/editor/article-editor';
import type { NewestArticle } from '~/features/articles/public/list-articles.server';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { DeleteDialog, GoneDialog } from '~/layouts/admin/list/delete-dialog';
import { PageHead } from '~/layouts/admin/list/page-head';
import { withQuery } from '~/lib/query-string';
import { ACTIONS, DataTable, TableRow, textColumn } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { RowLink } from '~/ui/row-link';
import { ArticleForm, type RefusedArticleForm, typedEditor } from './article-form';

export interface ArticlesView {
  articles: NewestArticle[];
  dialog: {
    kind: 'new' | 'edit' | 'delete';
    /** The article, if it is among the newest 50. */
    article: NewestArticle | null;
    /**  */
    editor: EditorView | null;
  } | null;
}

interface ArticlesTabProps extends ArticlesView {
  /** The page URL without a dialog. */
  at: string;
  refused: RefusedArticleForm | null;
}

export function ArticlesTab({ articles, dialog, at, refused }: ArticlesTabProps) {
  const common = { refused, closeTo: at };
  const editor = refused?.stored ?? dialog?.editor ?? typedEditor(refused);
  const formKind = refused?.stored ? 'edit' : dialog?.kind;
  return (
    <>
      <PageHead
        title="Articles"
        text={
          <>
            The 50 newest articles. For all articles, search and filters, go to{' '}
            <Link className="link" to="/admin/articles">
              Articles
            </Link>
            .
          </>
        }
      >
        <Link className="button" to={withQuery(at, { new: '' })} preventScrollReset>
          New Article
        </Link>
      </PageHead>
      {articles.length === 0 && !refused && (
        <EmptyState title="No articles yet" text="Create an article to publish your first story." />
      )}
      {articles.length > 0 && (
        <DataTable
          columns={[
            textColumn('Title'),
            textColumn('Category'),
            'Status',
            textColumn('Author'),
            'Published',
            ACTIONS,
          ]}
        >
          {articles.map((article) => (
            <Row key={article.id} article={article} at={at} />
          ))}
        </DataTable>
      )}
      {(formKind === 'new' || formKind === 'edit') &&
        (editor ? (
          <ArticleForm
            {...common}
            key={formKind === 'new' ? 'new' : editor.id}
            kind={formKind}
            editor={editor}
          />
        ) : (
          <ArticleGone closeTo={at} />
        ))}
      {dialog?.kind === 'delete' && <DeleteArticle {...common} article={dialog.article} />}
    </>
  );
}

function Row({ article, at }: { article: NewestArticle; at: string }) {
  const { id, title, status } = article;
  return (
    <TableRow>
      <td className="article-row__title">{title}</td>
      <td>{article.categoryName ?? 'No Category'}</td>
      <td>
        <span className={`status status--${status}`}>{status}</span>
      </td>
      <td>{article.author}</td>
      <td className="article-row__date">{article.date}</td>
      <td>
        <div className="row-actions">
          <RowLink to={withQuery(at, { edit: id })} about={title} preventScrollReset>
            Edit
          </RowLink>
          <RowLink to={withQuery(at, { delete: id })} about={title} danger preventScrollReset>
            Delete
          </RowLink>
        </div>
      </td>
    </TableRow>
  );
}

interface DialogProps {
  refused: RefusedForm | null;
  closeTo: string;
  /** Null if the article does not exist. */
  article: NewestArticle | null;
}

function DeleteArticle({ article, refused, closeTo }: DialogProps) {
  if (!article) return <ArticleGone closeTo={closeTo} />;
  return (
    <DeleteDialog noun="article" id={article.id} refused={refused} closeTo={closeTo}>
      <p className="dialog__note">
        <strong>{article.title}</strong> moves to the Trash and is deleted permanently after 30 days.
      </p>
    </DeleteDialog>
  );
}

function ArticleGone({ closeTo }: { closeTo: string }) {
  const text = 'This article was deleted or is no longer among the newest 50.';
  return <GoneDialog title="Article" text={text} closeTo={closeTo} />;
}
