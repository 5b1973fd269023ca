// What every public door does alike: hand on the context, and turn failures into answers.
import { data, type LoaderFunctionArgs } from '@remix-run/cloudflare';
import { InvalidError, isDomainError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { failureHeaders } from './failure-headers.server';

export interface Visit {
  ctx: AppContext;
  url: URL;
  params: Record<string, string | undefined>;
  request: Request;
}

export function toVisit({ request, params, context }: LoaderFunctionArgs): Visit {
  return { ctx: context.app, url: new URL(request.url), params, request };
}

/** What an error boundary is given to show. */
export interface FailureData {
  message: string;
}

/** A loader that answers domain errors with their status and sentence; anything else is logged and stays a 500. */
export function publicLoader<T>(
  load: (visit: Visit) => Promise<T> | T,
): (args: LoaderFunctionArgs) => Promise<T> {
  return async (args) => {
    try {
      return await load(toVisit(args));
    } catch (error) {
      throw toFailure(error);
    }
  };
}

/** A domain error as something to throw at Remix; anything else unchanged. */
export function toFailure(error: unknown): unknown {
  if (!isDomainError(error)) return error;
  const failure: FailureData & { issues?: unknown } = { message: error.message };
  if (error instanceof InvalidError) failure.issues = error.issues;
  return data(failure, { status: error.status, headers: failureHeaders(error) });
}
