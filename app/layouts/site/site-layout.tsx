// The layout of every public page: skip link, header, main content, footer, search dialog and toasts.
import { useNavigation } from '@remix-run/react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { SiteLayoutData } from '~/features/site/site-view';
import { type ToastMessage, ToastProvider } from '~/ui/toast';
import type * as SearchDialogModule from './search/search-dialog';
import { useSearchShortcut } from './search/use-search-shortcut';
import { SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';
import { usePageChange } from './use-page-change';

const loadSearchDialog = async () => (await import('./search/styled-search-dialog')).styledSearchDialog;

const SearchDialog = lazy(() =>
  loadSearchDialog().then(
    (dialog) => ({ default: dialog }),
    (): { default: typeof SearchDialogModule.SearchDialog } => {
      // The chunk failed to load (offline, or removed by a deploy): open the search page instead.
      window.location.assign('/search');
      return { default: () => <></> };
    },
  ),
);

interface SiteLayoutProps {
  layout: SiteLayoutData;
  children: ReactNode;
  /** A notice in the server's HTML, for a form that was posted without JavaScript. */
  toast?: ToastMessage | null;
  account?: ReactNode;
}

export function SiteLayout({ layout, children, toast, account }: SiteLayoutProps) {
  const main = useRef<HTMLElement>(null);
  const [search, setSearch] = useState<'never' | 'open' | 'closed'>('never');
  const openSearch = useCallback(() => setSearch('open'), []);
  const closeSearch = useCallback(() => setSearch('closed'), []);
  const pageTitle = usePageChange(main);
  useSearchShortcut(openSearch);

  return (
    <ToastProvider initial={toast}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <ProgressLine />
      <SiteHeader
        layout={layout}
        account={account}
        onSearch={openSearch}
        onSearchApproach={loadSearchDialog}
      />
      <main id="content" ref={main} tabIndex={-1}>
        {children}
      </main>
      <SiteFooter layout={layout} />
      <p className="sr-only" aria-live="polite">
        {pageTitle}
      </p>
      {search !== 'never' && (
        <Suspense fallback={null}>
          <SearchDialog open={search === 'open'} onClose={closeSearch} />
        </Suspense>
      )}
    </ToastProvider>
  );
}

function ProgressLine() {
  const pending = useNavigation().state !== 'idle';
  useEffect(() => {
    // The next page may restore a scroll position (`theme-script.ts`).
    if (pending) delete document.documentElement.dataset.fresh;
  }, [pending]);
  return <div className={pending ? 'progress-line progress-line--on' : 'progress-line'} aria-hidden="true" />;
}
