// The article list: its head, filters, table, pages, and whatever dialog the address opens.
import { Link, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { DESK_PATH, deskAddress, isNarrowed } from '~/features/articles/desk-query';
import type { DeskView } from '~/features/articles/desk-view';
import type { RefusedForm } from '~/http/form-answer.server';
import { EmptyState } from '~/ui/empty-state';
import { useToast } from '~/ui/toast';
import { PageHead } from '../admin/page-head';
import { useMay } from '../admin/use-may';
import { ArticleTable } from './article-table';
import { BulkBar } from './bulk-bar';
import type { DeskDialog } from './desk-dialog.server';
import { DeskDialogs } from './desk-dialogs';
import { DeskFilters } from './desk-filters';
import { DeskPages } from './desk-pages';
import { useSelection } from './use-selection';

interface ArticlesPageProps {
  view: DeskView;
  dialog: DeskDialog | null;
  refused: RefusedForm | null;
}

const NEW = `${DESK_PATH}/new`;

export function ArticlesPage({ view, dialog, refused }: ArticlesPageProps) {
  const { query, articles, counts } = view;
  const isTrash = query.view === 'trash';
  const isEmpty = articles.length === 0;
  const mayAll = useMay()('all articles');
  const selection = useSelection(
    articles.map(({ id }) => id),
    dialog?.of === 'many' ? dialog.ids : toList(refused?.typed.id),
    refused !== null,
  );
  const navigation = useNavigation();
  const isListLoading = navigation.state === 'loading' && navigation.location.pathname === DESK_PATH;
  const pending = navigation.formMethod === 'POST' ? (navigation.formData?.getAll('id') ?? []) : [];
  const openDialog = isEmptyChoice(dialog) ? null : dialog;
  const trouble = openDialog ? null : (refused ?? (dialog && NOTHING_CHOSEN));

  return (
    <>
      <PageHead
        title={isTrash ? 'Trash' : 'Articles'}
        text={isTrash ? 'Deleted articles wait here for 30 days, then they go for good.' : undefined}
      >
        {!isTrash && (
          <Link className="button" to={NEW}>
            New Article
          </Link>
        )}
      </PageHead>
      <nav className="views" aria-label="Lists">
        <ViewLink
          to={DESK_PATH}
          label={mayAll ? 'Articles' : 'Your articles'}
          count={counts.articles}
          isCurrent={!isTrash}
        />
        <ViewLink to={`${DESK_PATH}?view=trash`} label="Trash" count={counts.trash} isCurrent={isTrash} />
      </nav>
      <DeskFilters query={query} categories={view.categories} />
      {trouble && <Trouble refused={trouble} />}
      <div className="desk" data-loading={isListLoading || undefined} aria-busy={isListLoading || undefined}>
        {isEmpty ? (
          <Nothing view={view} />
        ) : (
          <ArticleTable view={view} selection={selection} pending={pending.map(String)} />
        )}
        {!isEmpty && mayAll && <BulkBar query={query} selection={selection} />}
      </div>
      <DeskPages view={view} />
      {openDialog && (
        <DeskDialogs view={view} dialog={openDialog} refused={refused} closeTo={deskAddress(query)} />
      )}
    </>
  );
}

const NOTHING_CHOSEN = { title: 'Nothing is selected', message: 'Select at least one article.' };

/** Without JavaScript the buttons are there before anything is ticked. */
function isEmptyChoice(dialog: DeskDialog | null): boolean {
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

function Trouble({ refused }: { refused: { title: string; message: string } }) {
  const toast = useToast();
  const { title, message } = refused;
  useEffect(() => {
    toast({ title, description: message, destructive: true });
  }, [toast, title, message]);
  return (
    <p className="refusal desk__trouble">
      <strong>{title}.</strong> {message}
    </p>
  );
}

function Nothing({ view: { query } }: { view: DeskView }) {
  if (isNarrowed(query)) {
    return (
      <EmptyState title="No articles found" text="Try adjusting your filters">
        <Link className="button button--quiet" to={query.view === 'trash' ? '?view=trash' : DESK_PATH}>
          Clear filters
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
