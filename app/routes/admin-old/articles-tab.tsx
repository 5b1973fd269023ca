// The newest articles, and dialogs to create, edit and delete them without leaving the page.
import { Link } from '@remix-run/react';
import type { EditorView } from '~/features/articles/article-editor';
import type { NewestArticle } from '~/features/articles/newest-articles';
import { withQuery } from '~/lib/with-query';
import { ACTIONS, DataTable } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { RowLink } from '~/ui/row-link';
import { PageHead } from '../admin/page-head';
import { ArticleGone, DeleteArticle } from './article-dialogs';
import { ArticleForm, type RefusedArticleForm, typedEditor } from './article-form';

export interface ArticlesView {
  articles: NewestArticle[];
  dialog: {
    kind: 'new' | 'edit' | 'delete';
    /** Among the newest. */
    article: NewestArticle | null;
    /** What the form shows. */
    editor: EditorView | null;
  } | null;
}

interface ArticlesTabProps extends ArticlesView {
  /** This page without a dialog. */
  at: string;
  refused: RefusedArticleForm | null;
}

export function ArticlesTab({ articles, dialog, at, refused }: ArticlesTabProps) {
  const common = { refused, closeTo: at };
  const editor = dialog?.editor ?? typedEditor(refused);
  return (
    <>
      <PageHead
        title="Articles"
        text={
          <>
            The newest 50. All of them, with search and filters, are under{' '}
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
        <EmptyState title="No articles yet" text="What you publish first leads the magazine." />
      )}
      {articles.length > 0 && (
        <DataTable columns={['Title', 'Category', 'Status', 'Author', 'Published', ACTIONS]}>
          {articles.map((article) => (
            <Row key={article.id} article={article} at={at} />
          ))}
        </DataTable>
      )}
      {(dialog?.kind === 'new' || dialog?.kind === 'edit') &&
        (editor ? (
          <ArticleForm
            {...common}
            key={dialog.kind === 'new' ? 'new' : editor.id}
            kind={dialog.kind}
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
    <tr>
      <td className="article-row__title">{title}</td>
      <td data-label="Category">{article.categoryName ?? 'No Category'}</td>
      <td data-label="Status">
        <span className={`status status--${status}`}>{status}</span>
      </td>
      <td data-label="Author">{article.author}</td>
      <td className="article-row__date" data-label="Published">
        {article.date}
      </td>
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
    </tr>
  );
}
