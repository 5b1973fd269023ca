// The error page of the admin.
import { isRouteErrorResponse, Link, useLocation, useRouteError } from '@remix-run/react';
import { type ComponentType, createContext, useContext, useEffect, useState } from 'react';
import { PAGE_KEPT } from '~/http/document/page-kept';
import { useToast } from '~/ui/toast';
import { ADMIN_SECTIONS, type AdminSection, MORE_ADMIN_SECTIONS } from './admin-sections';
import { useMay } from './use-may';

const ARTICLES = '/admin/articles';
const SENTENCE = 'We couldn’t load this page. Check your connection and try again.';

/** True where an error page shows only its toast. */
const ToastOnly = createContext(false);

interface AdminErrorProps {
  /** What failed, as heading and toast: 'Failed to load tags'. */
  failure?: string;
  /** No shell is around it. */
  alone?: boolean;
}

export function AdminError({ failure, alone = false }: AdminErrorProps) {
  const isToastOnly = useContext(ToastOnly);
  const toast = useToast();
  const may = useMay();
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const response = isRouteErrorResponse(error) ? error : null;
  const given: unknown = response?.data?.message;
  const isMissing = response?.status === 404;
  const isForbidden = response?.status === 403;
  const isFinal = isMissing || isForbidden;
  const section = isForbidden && pathname !== ARTICLES ? findSection(`${ARTICLES}/`) : findSection(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed attempt brings a new error and a new toast
  useEffect(() => {
    if (failure && !isFinal) toast({ title: failure, destructive: true });
  }, [failure, isFinal, toast, error]);
  if (isToastOnly) return null;
  const page = (
    <section className="admin-error">
      {isFinal && <p className="admin-error__code">{response.status}</p>}
      <h1 className="headline headline--2">
        {titleOf(response?.status) ?? failure ?? 'Something went wrong'}
      </h1>
      <p className="admin-error__text">{typeof given === 'string' ? given : SENTENCE}</p>
      <p className="admin-error__ways">
        {!isFinal && (
          <Link className="button" to={pathname + search} replace reloadDocument={!response}>
            Try Again
          </Link>
        )}
        <Link className={isFinal ? 'button' : 'button button--quiet'} to="/admin">
          Dashboard
        </Link>
        {section && may(section.needs) && (
          <Link className="button button--quiet" to={section.to}>
            {section.label}
          </Link>
        )}
      </p>
    </section>
  );
  if (!alone) return page;
  return (
    <main className="admin-alone" id="content">
      {page}
    </main>
  );
}

/** Shows the toast of the page's own error page when its new data could not be loaded and the old data stays. */
export function KeptPageToast() {
  const [kept, setKept] = useState<{ Failure: ComponentType | undefined; count: number } | null>(null);
  useEffect(() => {
    const note = () => {
      const id = window.__remixRouter.state.matches.at(-1)?.route.id ?? '';
      const Failure = window.__remixRouteModules[id]?.ErrorBoundary;
      setKept((before) => ({ Failure, count: (before?.count ?? 0) + 1 }));
    };
    window.addEventListener(PAGE_KEPT, note);
    return () => window.removeEventListener(PAGE_KEPT, note);
  }, []);
  return (
    <ToastOnly.Provider value={true}>{kept?.Failure && <kept.Failure key={kept.count} />}</ToastOnly.Provider>
  );
}

/** The section whose list a missing page belongs to. */
function findSection(pathname: string): AdminSection | null {
  const all = [...ADMIN_SECTIONS, ...MORE_ADMIN_SECTIONS];
  return all.find(({ to }) => to !== '/admin' && pathname.startsWith(`${to}/`)) ?? null;
}

function titleOf(status: number | undefined): string | null {
  if (status === 404) return 'Page not found';
  return status === 403 ? 'You don’t have access' : null;
}
