// The authentication API. Its parts are loaded with its first call: no page waits for them.
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { toVisit } from '~/http/doors.server';

async function answer(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const { ctx, request, params } = toVisit(args);
  const { answerAuthCall } = await import('~/http/auth-api/answer.server');
  return answerAuthCall(ctx, request, params['*'] ?? '');
}

export const loader = answer;
export const action = answer;
