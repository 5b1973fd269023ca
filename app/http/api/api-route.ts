// Types for describing a route of the JSON API. /api/openapi.json and its documentation page are built from
// them.
import { z } from 'zod';

export interface ApiAnswer {
  description: string;
  /** Null for an answer without a body. */
  schema: z.ZodType | null;
  /** Header name -> description. */
  headers?: Record<string, string>;
}

export interface ApiParameter {
  name: string;
  in: 'query' | 'header';
  required?: boolean;
  description: string;
  schema?: Record<string, unknown>;
}

export interface ApiRoute {
  method: 'get' | 'post';
  path: string;
  /** The OpenAPI operationId; unique. */
  id: string;
  summary: string;
  description: string;
  /** What authorizes a call. */
  access: 'anyone' | 'webhook key' | 'readership key' | 'admin session';
  parameters?: readonly ApiParameter[];
  body?: {
    schema: z.ZodType;
    /** Names of the fields that must be present and not empty. */
    required: readonly string[];
    contentType: 'application/json' | 'application/x-www-form-urlencoded';
    example: Record<string, unknown>;
  };
  /** By status. */
  answers: Readonly<Record<number, ApiAnswer>>;
}

/** The 403 of every route that rejects cookie-authorized requests of other sites. */
export const CROSS_ORIGIN_REFUSAL: ApiAnswer = {
  description:
    'The Origin header names another site, or is missing although the request has a session cookie.',
  schema: z.object({ success: z.literal(false), error: z.string() }),
};
