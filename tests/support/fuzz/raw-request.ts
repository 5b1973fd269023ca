// Sends requests that browsers do not send: raw paths, repeated headers, mismatched bodies.
import { Agent, request as send } from 'node:http';

export interface RawRequest {
  method: string;
  /** From the first slash, as written in the request line. */
  path: string;
  /** Name and value; a name may occur more than once. */
  headers: [string, string][];
  body: Uint8Array | null;
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  cookies: string[];
  text: string;
}

/** Bytes of the body that are kept; enough to check an answer. */
const ENOUGH = 3_000_000;
const WAIT_LIMIT_MS = 60_000;

const agents = new Map<string, Agent>();

/** Closes the connections that were kept alive. */
export function closeConnections(): void {
  for (const agent of agents.values()) agent.destroy();
  agents.clear();
}

/** @throws if the connection ends without an answer */
export function sendRaw(origin: string, { method, path, headers, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const agent = agents.get(origin) ?? new Agent({ keepAlive: true });
  agents.set(origin, agent);
  const has = (name: string) => headers.some(([given]) => given.toLowerCase() === name);
  const all = [...headers];
  if (!has('host')) all.unshift(['host', `${hostname}:${port}`]);
  if (body && !has('content-length') && !has('transfer-encoding'))
    all.push(['content-length', String(body.length)]);
  return new Promise((resolve, reject) => {
    const request = send(
      { agent, hostname, port, method, path, headers: all.flat(), timeout: WAIT_LIMIT_MS },
      (answer) => {
        const parts: Buffer[] = [];
        let size = 0;
        const done = () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
            ),
            cookies: answer.headers['set-cookie'] ?? [],
            text: Buffer.concat(parts).toString('utf8'),
          });
        // Event streams do not end.
        if (answer.headers['content-type']?.startsWith('text/event-stream')) {
          done();
          request.destroy();
          return;
        }
        answer.on('data', (part: Buffer) => {
          size += part.length;
          if (size <= ENOUGH) parts.push(part);
        });
        answer.on('end', done);
        answer.on('error', reject);
      },
    );
    request.on('timeout', () => request.destroy(new Error('No answer within a minute')));
    request.on('error', reject);
    request.end(body ?? undefined);
  });
}
