// An admin page that cannot be shown.
import { isRouteErrorResponse, Link, useLocation, useRouteError } from '@remix-run/react';
import { useEffect } from 'react';
import { useToast } from '~/ui/toast';

const SENTENCE = 'We could not show this page. Please try again in a moment.';

interface AdminErrorProps {
  /** What failed, as a heading and a toast: 'Failed to load tags'. */
  failure?: string;
}

export function AdminError({ failure }: AdminErrorProps) {
  const toast = useToast();
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const response = isRouteErrorResponse(error) ? error : null;
  const given: unknown = response?.data?.message;
  const isMissing = response?.status === 404;
  useEffect(() => {
    if (failure && !isMissing) toast({ title: failure, destructive: true });
  }, [failure, isMissing, toast]);
  return (
    <section className="admin-error">
      {isMissing && <p className="admin-error__code">404</p>}
      <h1 className="headline headline--2">
        {isMissing ? 'There is no such page here' : (failure ?? 'Something is away')}
      </h1>
      <p className="admin-error__text">{typeof given === 'string' ? given : SENTENCE}</p>
      <p className="admin-error__ways">
        {!isMissing && (
          <a className="button" href={pathname + search}>
            Try again
          </a>
        )}
        <Link className={isMissing ? 'button' : 'button button--quiet'} to="/admin">
          Dashboard
        </Link>
      </p>
    </section>
  );
}
