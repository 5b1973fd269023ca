// The article list with filters, table, pagination and the dialog that the URL opens.
import { Link, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { ARTICLES_PATH, articleListAddress, hasFilters } from '~/features/articles/list/article-list-query';
import type { ArticleListView } from '~/features/articles/list/article-list-view';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { PageHead } from '~/layouts/admin/list/page-head';
import { useSelection } from '~/layouts/admin/list/use-selection';
import { useMay } from '~/layouts/admin/shell/use-may';
import { EmptyState } from '~/ui/empty-state';
import { useToast } from '~/ui/toast';
import { ArticleTable } from './article-table';
import { BulkBar } from './bulk-bar';
import type { ListDialog } from './list-dialog.server';
import { ListDialogs } from './list-dialogs';
import { ListFilters } from './list-filters';
import { ListPages } from './list-pages';

interface ArticlesPageProps {
  view: ArticleListView;
  dialog: ListDialog | null;
  refused: RefusedForm | null;
}

const NEW = `${ARTICLES_PATH}/new`;

export function ArticlesPage({ view, dialog, refused }: ArticlesPageProps) {
  const { query, articles, counts } = view;
  const isTrash = query.view === 'trash';
  const isEmpty = articles.length === 0;
  const may = useMay();
  const mayAll = may('all articles');
  const selection = useSelection(
    articles.map(({ id }) => id),
    dialog?.of === 'many' ? dialog.ids : toList(refused?.typed.id),
    refused !== null,
  );
  const navigation = useNavigation();
  const isListLoading = navigation.state === 'loading' && navigation.location.pathname === ARTICLES_PATH;
  const pending = navigation.formMethod === 'POST' ? (navigation.formData?.getAll('id') ?? []) : [];
  const openDialog = isEmptyChoice(dialog) ? null : dialog;
  const problem = openDialog ? null : (refused ?? (dialog && NOTHING_CHOSEN));

  return (
    <>
      <PageHead
        title={isTrash ? 'Trash' : 'Articles'}
        text={
          isTrash ? 'Deleted articles stay here for 30 days, then they are deleted permanently.' : undefined
        }
      >
        {may('authors') && (
          <Link className="button button--quiet" to="/admin/authors">
            Authors
          </Link>
        )}
        <Link className="button button--quiet" to={`${ARTICLES_PATH}/templates`}>
          Templates
        </Link>
        {!isTrash && (
          <Link className="button" to={NEW}>
            New Article
          </Link>
        )}
      </PageHead>
      <nav className="views" aria-label="Lists">
        <ViewLink
          to={ARTICLES_PATH}
          label={mayAll ? 'Articles' : 'Your Articles'}
          count={counts.articles}
          isCurrent={!isTrash}
        />
        <ViewLink to={`${ARTICLES_PATH}?view=trash`} label="Trash" count={counts.trash} isCurrent={isTrash} />
      </nav>
      <ListFilters query={query} categories={view.categories} />
      {view.corrected && (
        <p className="articles-panel__note" role="status">
          Nothing matches “{query.search}” exactly. Showing results for <strong>{view.corrected}</strong>.
        </p>
      )}
      {problem && <ProblemNotice refused={problem} />}
      <div
        className="articles-panel"
        data-loading={isListLoading || undefined}
        aria-busy={isListLoading || undefined}
      >
        {isEmpty ? (
          <EmptyList view={view} />
        ) : (
          <ArticleTable view={view} selection={selection} pending={pending.map(String)} />
        )}
        {!isEmpty && mayAll && <BulkBar query={query} selection={selection} />}
      </div>
      <ListPages view={view} />
      {openDialog && (
        <ListDialogs view={view} dialog={openDialog} refused={refused} closeTo={articleListAddress(query)} />
      )}
    </>
  );
}

const NOTHING_CHOSEN = { title: 'No articles selected', message: 'Select at least one article.' };

/** Without JavaScript the bulk buttons also show when nothing is selected. */
function isEmptyChoice(dialog: ListDialog | null): boolean {
  return dialog?.of === 'many' && dialog.ids.length === 0;
}

function toList(typed: string | string[] | undefined): string[] {
  return Array.isArray(typed) ? typed : [];
}

interface ViewLinkProps {
  to: string;
  label: string;
  count: number;
  isCurrent: boolean;
}

function ViewLink({ to, label, count, isCurrent }: ViewLinkProps) {
  return (
    <Link className="views__link" to={to} aria-current={isCurrent ? 'page' : undefined} prefetch="intent">
      {label} <span className="views__count">{count.toLocaleString('en-US')}</span>
    </Link>
  );
}

function ProblemNotice({ refused }: { refused: { title: string; message: string } }) {
  const toast = useToast();
  const { title, message } = refused;
  useEffect(() => {
    toast({ title, description: message, destructive: true });
  }, [toast, title, message]);
  return (
    <p className="refusal articles-panel__error">
      <strong>{title}.</strong> {message}
    </p>
  );
}

function EmptyList({ view: { query } }: { view: ArticleListView }) {
  if (hasFilters(query)) {
    return (
      <EmptyState title="No articles found" text="Try adjusting your filters">
        <Link className="button button--quiet" to={query.view === 'trash' ? '?view=trash' : ARTICLES_PATH}>
          Clear Filters
        </Link>
      </EmptyState>
    );
  }
  if (query.view === 'trash') return <EmptyState title="The Trash is empty" />;
  return (
    <EmptyState title="No articles found" text="Get started by creating your first article">
      <Link className="button" to={NEW}>
        New Article
      </Link>
    </EmptyState>
  );
}
