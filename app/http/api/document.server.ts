// Builds the OpenAPI document from the route descriptions. Add a new API route to API_ROUTES.
import { z } from 'zod';
import { EVENT_MESSAGES } from '~/features/webhooks/outbound/event-message';
import type { ApiAnswer, ApiRoute } from './api-route';
import { articleImageRoute, categoryImageRoute } from './image-routes';
import { healthRoute, meRoute, searchRoute, subscribeRoute } from './reader-routes';
import { readershipRoute } from './readership-route';
import { webhookRoute } from './webhook-route';

export const API_ROUTES: readonly ApiRoute[] = [
  webhookRoute,
  searchRoute,
  readershipRoute,
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
  'readership key': [{ readershipKey: [] }],
  'admin session': [{ adminSession: [] }],
};

const SIGNED_HEADERS = [
  [
    'webhook-id',
    'The event’s id. It is the same on every attempt, so that a receiver can detect duplicates.',
  ],
  ['webhook-timestamp', 'When this attempt was sent, in seconds since 1970.'],
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
      description: 'The magazine’s JSON API, and the webhook events that it sends.',
    },
    servers: [{ url: siteUrl }],
    paths,
    webhooks: Object.fromEntries(
      Object.entries(EVENT_MESSAGES).map(([type, message]) => [type, { post: toOutgoing(type, message) }]),
    ),
    components: {
      securitySchemes: {
        webhookKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        readershipKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
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
        Object.entries(headers).map(([name, description]) => [
          name,
          { description, schema: { type: 'string' } },
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
      '2XX': {
        description: 'The event was received. Any other status, or no answer within 10 seconds, is retried.',
      },
      '410': { description: 'Unsubscribes: the endpoint is switched off.' },
    },
  };
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
