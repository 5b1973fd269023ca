// The readership figures for external dashboards. Authenticated only by the x-api-key header, never by cookie.
import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { getReadershipAnswer } from '~/features/readership/reports/readership-api.server';
import { authenticateKeyCall } from '~/features/webhooks/keys/webhook-keys.server';
import { answerJson } from '~/http/api/json-route.server';
import { toVisit } from '~/http/public-loader.server';

export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const visit = toVisit(args);
  const { ctx, request, url } = visit;
  return answerJson(
    visit,
    async () => {
      await authenticateKeyCall(ctx, request.headers.get('x-api-key')?.trim() ?? '', 'readership');
      return getReadershipAnswer(ctx, url.searchParams);
    },
    (error) => ({ error }),
    'The figures could not be read.',
  );
}

export function action(): Response {
  return Response.json(
    { error: 'Use GET to read the figures.' },
    { status: 405, headers: { allow: 'GET', 'cache-control': 'no-store' } },
  );
}
