// The API reference page in the admin, next to the keys it documents.

import { useLoaderData } from '@remix-run/react';
import type { ApiRoute } from '~/http/api/api-route';
import { API_ROUTES } from '~/http/api/document.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { ApiPage, type ShownRoute } from './api-page';

export const meta = noIndexMeta('API');

export const loader = adminLoader('webhooks', ({ ctx }) => ({
  siteUrl: ctx.config.siteUrl,
  routes: API_ROUTES.map((route): ShownRoute => {
    const { body, answers, parameters = [] } = route;
    return {
      id: route.id,
      method: route.method.toUpperCase(),
      path: route.path,
      summary: route.summary,
      description: route.description,
      access: route.access,
      parameters: parameters.map(({ name, description }) => ({ name, description })),
      example: body ? toExample(body) : null,
      contentType: body?.contentType ?? null,
      answers: Object.entries(answers).map(([status, { description }]) => ({ status, description })),
    };
  }),
}));
function toExample({ contentType, example }: NonNullable<ApiRoute['body']>): string {
  return contentType === 'application/json'
    ? JSON.stringify(example, null, 2)
    : new URLSearchParams(example as Record<string, string>).toString();
}

export const action = adminAction('webhooks', () => new Response(null, { status: 405 }));

export default function Api() {
  return <ApiPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load API reference" />;
}
