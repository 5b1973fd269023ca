// The error boundary of public pages.
import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import errorScreenStyles from '~/styles/components/error-screen.css?url';

// A separate chunk: few readers ever need it.
const ErrorScreen = lazy(async () => ({ default: (await import('~/ui/error-screen')).ErrorScreen }));

interface PageErrorProps {
  /** Heading for a 404, such as 'Article not found'. */
  title: string;
  /** Message when the error has none. */
  fallback: string;
  /** Heading for all other errors: the page may well exist. */
  failureTitle?: string;
}

export function PageError({ title, fallback, failureTitle = 'Error Loading Content' }: PageErrorProps) {
  const error = useRouteError();
  const response = isRouteErrorResponse(error) ? error : null;
  const given: unknown = response?.data?.message;
  const message = typeof given === 'string' ? given : fallback;
  const isMissing = response?.status === 404;
  return (
    <Suspense>
      <link rel="stylesheet" href={errorScreenStyles} />
      <ErrorScreen title={isMissing ? title : failureTitle} message={message} retry={!isMissing} />
    </Suspense>
  );
}
