// A fake range API of breached passwords for the worker to call.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BreachApi {
  /** Value for `BREACHED_PASSWORDS_URL`. */
  url: string;
  /** Requests received, oldest first. */
  asked: Pick<IncomingMessage, 'url' | 'headers'>[];
  /** `silent` accepts the request and never answers. */
  mode: 'answers' | 'fails' | 'silent';
  stop(): Promise<void>;
}

/** @param breached the passwords it reports; for others it returns padding only */
export async function startBreachApi(breached: readonly string[]): Promise<BreachApi> {
  const hashes = breached.map((password) => createHash('sha1').update(password).digest('hex').toUpperCase());
  const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    api.asked.push({ url: request.url, headers: request.headers });
    if (api.mode === 'silent') return;
    const prefix = request.url?.slice('/range/'.length) ?? '';
    const known = hashes.filter((hash) => hash.startsWith(prefix)).map((hash) => `${hash.slice(5)}:17`);
    response.statusCode = api.mode === 'fails' ? 503 : 200;
    response.end(['0018A45C4D1DEF81644B54AB7F969B88D65:0', ...known].join('\r\n'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const api: BreachApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/`,
    asked: [],
    mode: 'answers',
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return api;
}
