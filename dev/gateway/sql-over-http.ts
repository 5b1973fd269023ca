// Neon's SQL over HTTP: receives `{query, params}` or `{queries: […]}`, returns `{command, rowCount, rows,
// fields}` or `{results: […]}`.

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { propertyOf } from '~/lib/properties';
import { errorCodeOf } from '../startup/refusal';
import { type DatabasePools, NotThisServer } from './pools';
import { type GatewayStatement, isLost, runBatch, runSingle } from './run-statements';

const largestBody = 64 * 1024 * 1024; // Neon's own limit
const isolationLevels: Record<string, string> = {
  ReadUncommitted: 'READ UNCOMMITTED',
  ReadCommitted: 'READ COMMITTED',
  RepeatableRead: 'REPEATABLE READ',
  Serializable: 'SERIALIZABLE',
};

/** The fields, besides the message, that the driver copies from an error response. */
const errorFields = [
  'severity',
  'code',
  'detail',
  'hint',
  'position',
  'internalPosition',
  'internalQuery',
  'where',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'file',
  'line',
  'routine',
] as const;

export async function answerSql(
  request: IncomingMessage,
  response: ServerResponse,
  pools: DatabasePools,
): Promise<void> {
  try {
    const body: GatewayStatement | { queries: GatewayStatement[] } = JSON.parse(await readBody(request));
    const pool = pools.for(String(request.headers['neon-connection-string'] ?? ''));
    const answer =
      'queries' in body
        ? { results: await runBatch(pool, body.queries, beginFor(request.headers)) }
        : await runSingle(pool, body);
    send(response, 200, answer);
  } catch (error) {
    answerFailure(response, error);
  }
}

function beginFor(headers: IncomingHttpHeaders): string {
  const isolation = isolationLevels[String(headers['neon-batch-isolation-level'] ?? '')];
  const parts = ['BEGIN'];
  if (isolation) parts.push(`ISOLATION LEVEL ${isolation}`);
  if (headers['neon-batch-read-only'] === 'true') parts.push('READ ONLY');
  if (headers['neon-batch-deferrable'] === 'true') parts.push('DEFERRABLE');
  return parts.join(' ');
}

/**
 * PostgreSQL's errors are a 400 with their fields, which the driver rethrows. Everything else is a 5xx with a
 * sentence.
 */
function answerFailure(response: ServerResponse, error: unknown): void {
  const [status, body] = toFailure(error instanceof Error ? error : new Error(String(error)));
  send(response, status, body);
}

function toFailure(error: Error): [status: number, body: object] {
  const { message } = error;
  if (error instanceof NotThisServer) return [403, { message }];
  if (error instanceof TooLarge) return [413, { message }];
  if (error instanceof SyntaxError || error instanceof TypeError) return [400, { message, code: '08P01' }];
  if ('severity' in error) {
    return [
      400,
      { message, ...Object.fromEntries(errorFields.map((name) => [name, propertyOf(error, name)])) },
    ];
  }
  const away = isLost(error) || errorCodeOf(error) !== '';
  return away
    ? [503, { message: `The database cannot be reached: ${message || errorCodeOf(error)}` }]
    : [500, { message }];
}

class TooLarge extends Error {}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= largestBody) chunks.push(chunk);
    });
    request.once('end', () => {
      if (size > largestBody)
        return reject(new TooLarge(`A request may have up to 64 MB; this one has ${size} bytes.`));
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
    request.once('error', reject);
  });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length });
  response.end(text);
}
