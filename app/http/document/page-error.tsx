// The error boundary of public pages.
import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import errorScreenStyles from '~/styles/components/error-screen.css?url';

// A separate chunk: few readers ever need it.
const ErrorScreen = lazy(async () => ({ default: (await import('~/ui/error-screen')).ErrorScreen }));

interface PageErrorProps {
  /** Heading for a 404, such as 'Article not found'. */
  title: string;
  /** Message of a 404 that has none. */
  fallback: string;
  /** Heading for all other errors: the page may well exist. */
  failureTitle?: string;
  /** Message of all other errors that have none. */
  failureText?: string;
}

const UNREACHABLE = 'We couldn’t load this page. Check your connection and try again.';

export function PageError(props: PageErrorProps) {
  const { title, fallback, failureTitle = 'Error Loading Content', failureText = UNREACHABLE } = props;
  const error = useRouteError();
  const response = isRouteErrorResponse(error) ? error : null;
  const given: unknown = response?.data?.message;
  const isMissing = response?.status === 404;
  const message = typeof given === 'string' ? given : isMissing ? fallback : failureText;
  // After an error in the page's own code, only new scripts can help.
  const retry = response ? 'data' : 'document';
  return (
    <Suspense>
      <link rel="stylesheet" href={errorScreenStyles} />
      <ErrorScreen
        title={isMissing ? title : failureTitle}
        message={message}
        retry={isMissing ? undefined : retry}
      />
    </Suspense>
  );
}
