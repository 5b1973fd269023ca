// Neon's WebSocket protocol: copies bytes between the driver and the server's port in both directions.
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { createWebSocketStream, type WebSocket } from 'ws';
import { addressOf } from './pools';

/**
 * @param request has `?address=host:port`, which is only validated: the bytes always go to the configured
 * server
 */
export async function pipeToDatabase(
  socket: WebSocket,
  request: IncomingMessage,
  databaseUrl: string,
): Promise<void> {
  const bytes = createWebSocketStream(socket);
  bytes.on('error', () => {}); // The worker closed the connection. The pipeline below ends the other side.
  const { host, port, tls } = addressOf(databaseUrl);
  const asked = new URL(request.url ?? '/', 'http://gateway').searchParams.get('address');
  if (asked && Number(asked.split(':').pop()) !== port) return socket.close(1008, 'not this server');
  try {
    const server = host.startsWith('/')
      ? connect(`${host}/.s.PGSQL.${port}`)
      : connect({ host, port, noDelay: true });
    const upstream = tls ? await startTls(server, host) : server;
    pipeline(bytes, upstream, () => socket.terminate());
    pipeline(upstream, bytes, () => socket.terminate());
  } catch {
    socket.close(1011, 'the database cannot be reached');
  }
}

/** The driver sends plain text to us. If the server requires TLS, this adds it. */
function startTls(socket: Socket, host: string): Promise<Socket> {
  const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.write(sslRequest);
    socket.once('data', (answer: Buffer) => {
      if (answer.toString('latin1') !== 'S') return reject(new Error('The server does not support TLS'));
      const secure = connectTls({ socket, servername: host });
      secure.once('error', reject);
      secure.once('secureConnect', () => resolve(secure));
    });
  });
}
