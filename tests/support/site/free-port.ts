import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port below those that the system chooses for other servers of the tests, which could take it before it
 * is used.
 */
export function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const port = randomInt(20_000, 30_000);
    const server = createServer();
    server.once('error', () => resolve(findFreePort()));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
  });
}
