// What a public page shows instead of itself.
import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { lazy, Suspense } from 'react';

// Apart, because hardly a reader ever needs it.
const ErrorScreen = lazy(async () => ({ default: (await import('~/ui/error-screen')).ErrorScreen }));

interface PageErrorProps {
  /** Heading for a missing thing: 'Article not found'. */
  title: string;
  /** Sentence when the failure brings none of its own. */
  fallback: string;
  /** Heading for other failures: what cannot be asked for now may well exist. */
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
      <ErrorScreen title={isMissing ? title : failureTitle} message={message} retry={!isMissing} />
    </Suspense>
  );
}
