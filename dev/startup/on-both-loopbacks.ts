// `localhost` is 127.0.0.1 for some programs and ::1 for others. The worker listens on the one that this
// machine resolves; this adds the other.
import { connect, createServer, type Server } from 'node:net';
import { pipeline } from 'node:stream';

const loopbacks = ['127.0.0.1', '::1'];

/** Returns a function that stops listening. A machine without IPv6 only has one of the two. */
export async function listenOnBothLoopbacks(port: number): Promise<() => void> {
  const answering = await Promise.all(loopbacks.map((host) => answers(host, port)));
  const from = loopbacks[answering.indexOf(true)];
  const missing = loopbacks[answering.indexOf(false)];
  if (!from || !missing) return () => {};
  const server = await forward(missing, from, port);
  return () => server?.close();
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host, port });
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}

function forward(host: string, target: string, port: number): Promise<Server | null> {
  return new Promise((done) => {
    const server = createServer({ noDelay: true }, (client) => {
      const worker = connect({ host: target, port, noDelay: true });
      pipeline(client, worker, () => client.destroy());
      pipeline(worker, client, () => worker.destroy());
    });
    server.once('error', () => done(null));
    server.listen({ host, port }, () => done(server));
  });
}
