// Reads a site's OpenAPI document and checks answers against it.
import { expect } from 'vitest';
import { z } from 'zod';
import type { Site } from './site/site';

export interface ApiDocument {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
}
interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

const documents = new WeakMap<Site, Promise<ApiDocument>>();

/** Requested once per site, because a test may disconnect the database later. */
export function documentOf(site: Site): Promise<ApiDocument> {
  const known = documents.get(site) ?? site.get('/api/openapi.json').then((answer) => answer.json());
  documents.set(site, known);
  return known;
}

export const schemaOf = (schema: object) =>
  z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);

/** Returns the answer. @throws if the answer does not match the document */
export async function expectDescribed(
  site: Site,
  [method, path]: ['get' | 'post', string],
  answer: Response,
): Promise<Response> {
  const described = (await documentOf(site)).paths[path]?.[method]?.responses[answer.status];
  expect(described, `${method} ${path} ${answer.status}`).toBeDefined();
  const schema = described?.content?.['application/json']?.schema;
  const text = await answer.clone().text();
  if (schema) {
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(schemaOf(schema).safeParse(JSON.parse(text)).error).toBeUndefined();
  } else expect(text).toBe('');
  return answer;
}
