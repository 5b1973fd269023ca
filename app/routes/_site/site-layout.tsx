// The frame of every public page: skip link, header, main, footer, search dialog, toasts.
import { useNavigation } from '@remix-run/react';
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import type { SiteChrome } from '~/features/site/site-view';
import { type ToastMessage, ToastProvider } from '~/ui/toast';
import type * as SearchDialogModule from './search-dialog';
import { SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';
import { usePageChange } from './use-page-change';
import { useSearchShortcut } from './use-search-shortcut';

const loadSearchDialog = () => import('./search-dialog');

const SearchDialog = lazy(() =>
  loadSearchDialog().then(
    (module) => ({ default: module.SearchDialog }),
    (): { default: typeof SearchDialogModule.SearchDialog } => {
      // The dialog's code cannot be had (offline, or an old page after a deploy): the search page does the same.
      window.location.assign('/search');
      return { default: () => <></> };
    },
  ),
);

interface SiteLayoutProps {
  chrome: SiteChrome;
  children: ReactNode;
  /** Said once, in the server's HTML: the answer to a form posted without JavaScript. */
  toast?: ToastMessage | null;
  account?: ReactNode;
}

export function SiteLayout({ chrome, children, toast, account }: SiteLayoutProps) {
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
        chrome={chrome}
        account={account}
        onSearch={openSearch}
        onSearchApproach={loadSearchDialog}
      />
      <main id="content" ref={main} tabIndex={-1}>
        {children}
      </main>
      <SiteFooter chrome={chrome} />
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
  return <div className={pending ? 'progress-line progress-line--on' : 'progress-line'} aria-hidden="true" />;
}
