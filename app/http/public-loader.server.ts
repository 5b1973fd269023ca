// Wraps the loaders of public routes: passes the context on and turns domain errors into responses.
import { data, type LoaderFunctionArgs } from '@remix-run/cloudflare';
import { InvalidError, isDomainError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { noteRetryAfter } from './security/security-headers';

export interface Visit {
  ctx: AppContext;
  url: URL;
  params: Record<string, string | undefined>;
  request: Request;
}

export function toVisit({ request, params, context }: LoaderFunctionArgs): Visit {
  return { ctx: context.app, url: new URL(request.url), params, request };
}

/** The data that an error boundary shows. */
export interface FailureData {
  message: string;
}

/** Answers domain errors with their status and message. Any other error is logged and answered with 500. */
export function publicLoader<T>(
  load: (visit: Visit) => Promise<T> | T,
): (args: LoaderFunctionArgs) => Promise<T> {
  return async (args) => {
    const visit = toVisit(args);
    try {
      return await load(visit);
    } catch (error) {
      throw toFailure(visit.ctx, error);
    }
  };
}

/** Turns a domain error into a response that Remix can throw; returns any other error unchanged. */
export function toFailure(ctx: AppContext, error: unknown): unknown {
  if (!isDomainError(error)) return error;
  const failure: FailureData & { issues?: unknown } = { message: error.message };
  if (error instanceof InvalidError) failure.issues = error.issues;
  noteRetryAfter(ctx, error);
  return data(failure, { status: error.status });
}
