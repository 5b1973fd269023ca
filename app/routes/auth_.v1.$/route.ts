// The authentication API. Imported dynamically, so that pages do not load it.
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { toVisit } from '~/http/public-loader.server';

async function answer(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const { ctx, request, params } = toVisit(args);
  const { answerAuthCall } = await import('~/http/auth-api/handle-auth-call.server');
  return answerAuthCall(ctx, request, params['*'] ?? '');
}

export const loader = answer;
export const action = answer;
