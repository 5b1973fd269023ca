// A proxy between the worker and the gateway that records the statements.
import { createServer, type IncomingMessage } from 'node:http';

export interface RecordedStatement {
  query: string;
  params: unknown[];
}

export interface StatementRecorder {
  /** Value for NEON_FETCH_ENDPOINT. */
  httpUrl: string;
  /** Statements since the last call, one list per round trip. */
  take(): RecordedStatement[][];
  stop(): void;
}

export async function startRecorder(gatewayUrl: string): Promise<StatementRecorder> {
  let requests: RecordedStatement[][] = [];
  const server = createServer(async (request, response) => {
    try {
      const body = await readBody(request);
      const asked = JSON.parse(body) as RecordedStatement | { queries: RecordedStatement[] };
      requests.push('queries' in asked ? asked.queries : [asked]);
      const headers = Object.entries(request.headers).filter(([name]) => name.startsWith('neon-'));
      const answer = await fetch(gatewayUrl, {
        method: 'POST',
        body,
        headers: Object.fromEntries(headers) as Record<string, string>,
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(Buffer.from(await answer.arrayBuffer()));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((done) => server.listen({ port: 0, host: '127.0.0.1' }, done));
  const { port } = server.address() as { port: number };
  return {
    httpUrl: `http://127.0.0.1:${port}/sql`,
    take() {
      const taken = requests;
      requests = [];
      return taken;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
