// The error page of the admin.
import { isRouteErrorResponse, Link, useLocation, useRouteError } from '@remix-run/react';
import { useEffect } from 'react';
import { useToast } from '~/ui/toast';
import { ADMIN_SECTIONS, type AdminSection, MORE_ADMIN_SECTIONS } from './admin-sections';
import { useMay } from './use-may';

const ARTICLES = '/admin/articles';
const SENTENCE = 'We couldn’t show this page. Please try again in a moment.';

interface AdminErrorProps {
  /** What failed, as heading and toast: 'Failed to load tags'. */
  failure?: string;
}

export function AdminError({ failure }: AdminErrorProps) {
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
  useEffect(() => {
    if (failure && !isFinal) toast({ title: failure, destructive: true });
  }, [failure, isFinal, toast]);
  return (
    <section className="admin-error">
      {isFinal && <p className="admin-error__code">{response.status}</p>}
      <h1 className="headline headline--2">
        {titleOf(response?.status) ?? failure ?? 'Something went wrong'}
      </h1>
      <p className="admin-error__text">{typeof given === 'string' ? given : SENTENCE}</p>
      <p className="admin-error__ways">
        {!isFinal && (
          <a className="button" href={pathname + search}>
            Try again
          </a>
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
