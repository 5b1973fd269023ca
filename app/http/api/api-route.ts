// How a door for programs is described. Each such door has a file here that says what it takes and answers; the document
// at /api/openapi.json and the page that explains it are made of these.
import { z } from 'zod';

export interface ApiAnswer {
  description: string;
  /** Null for an answer without a body. */
  schema: z.ZodType | null;
  /** Name -> what it says. */
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
  /** Of the operation, unique. */
  id: string;
  summary: string;
  description: string;
  /** What authorises a call. */
  access: 'anyone' | 'webhook key' | 'admin session';
  parameters?: readonly ApiParameter[];
  body?: {
    schema: z.ZodType;
    /** Of the body's fields: those that must be there and filled. */
    required: readonly string[];
    contentType: 'application/json' | 'application/x-www-form-urlencoded';
    example: Record<string, unknown>;
  };
  /** By status. */
  answers: Readonly<Record<number, ApiAnswer>>;
}

/** 403 of every door that a page of another site must not use with a browser's cookies. */
export const FROM_ELSEWHERE: ApiAnswer = {
  description: 'The Origin header names another site, or is missing beside a session cookie.',
  schema: z.object({ success: z.literal(false), error: z.string() }),
};
