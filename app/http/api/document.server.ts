// The OpenAPI document, made of what each door says of itself. A new door for programs is a new line in ROUTES.
import { z } from 'zod';
import { EVENT_MESSAGES } from '~/features/endpoints/event-message';
import type { ApiAnswer, ApiRoute } from './api-route';
import { articleImageRoute, categoryImageRoute } from './image-routes';
import { healthRoute, meRoute, searchRoute, subscribeRoute } from './reader-routes';
import { webhookRoute } from './webhook-route';

export const API_ROUTES: readonly ApiRoute[] = [
  webhookRoute,
  searchRoute,
  articleImageRoute,
  categoryImageRoute,
  subscribeRoute,
  meRoute,
  healthRoute,
];

type Json = Record<string, unknown>;

const SECURITY: Record<ApiRoute['access'], Json[]> = {
  anyone: [],
  'webhook key': [{ webhookKey: [] }],
  'admin session': [{ adminSession: [] }],
};

const SIGNED_HEADERS = [
  ['webhook-id', 'Names the event; the same at every try, so that a receiver knows what it had before.'],
  ['webhook-timestamp', 'Seconds since 1970, of this try.'],
  [
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA-256 over `{webhook-id}.{webhook-timestamp}.{body}`.',
  ],
] as const;

export function buildApiDocument(siteUrl: string, name: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of API_ROUTES) {
    const path = paths[route.path] ?? {};
    path[route.method] = toOperation(route);
    paths[route.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: name,
      version: '1',
      description: 'What programs may ask of the magazine, and what it tells programs outside.',
    },
    servers: [{ url: siteUrl }],
    paths,
    webhooks: Object.fromEntries(
      Object.entries(EVENT_MESSAGES).map(([type, message]) => [type, { post: toOutgoing(type, message) }]),
    ),
    components: {
      securitySchemes: {
        webhookKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        adminSession: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
      },
    },
  };
}

function toOperation({ id, summary, description, access, parameters, body, answers }: ApiRoute): Json {
  return {
    operationId: id,
    summary,
    description,
    security: SECURITY[access],
    ...(parameters && {
      parameters: parameters.map(({ schema = { type: 'string' }, ...rest }) => ({ ...rest, schema })),
    }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [body.contentType]: {
            schema: { ...toSchema(body.schema, 'input'), required: body.required },
            example: body.example,
          },
        },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [status, toResponse(answer)]),
    ),
  };
}

function toResponse({ description, schema, headers }: ApiAnswer): Json {
  return {
    description,
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, says]) => [
          name,
          { description: says, schema: { type: 'string' } },
        ]),
      ),
    }),
    ...(schema && { content: { 'application/json': { schema: toSchema(schema, 'output') } } }),
  };
}

function toOutgoing(type: string, message: z.ZodType): Json {
  return {
    operationId: type,
    summary: `Posted to endpoints that ask for ${type}`,
    parameters: SIGNED_HEADERS.map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toSchema(message, 'output') } },
    },
    responses: {
      '2XX': { description: 'It arrived. Anything else, or silence for 10 seconds, is tried again.' },
      '410': { description: 'The endpoint wants nothing more: it is switched off.' },
    },
  };
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
