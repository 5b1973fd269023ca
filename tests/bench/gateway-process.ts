// The Neon gateway in a process of its own, as the database's side of the measurement must not share a thread with the load.
// Run as a script it is that process: its first argument is the server's address; it prints where it listens.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startNeonGateway } from 'dev/neon-gateway';
import { isEntry } from 'dev/startup/is-entry';

export interface GatewayProcess {
  pid: number;
  /** For NEON_FETCH_ENDPOINT. */
  httpUrl: string;
  stop(): Promise<void>;
}

export async function startGatewayProcess(databaseUrl: string): Promise<GatewayProcess> {
  const script = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ['--import', 'tsx', script, databaseUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [first] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('The gateway did not start');
    }),
  ])) as [Buffer];
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.stdin.end();
    await once(child, 'exit');
  };
  return { pid: child.pid ?? 0, httpUrl: first.toString().trim(), stop };
}

if (isEntry(import.meta.url)) {
  const gateway = await startNeonGateway({ databaseUrl: process.argv[2] as string });
  process.stdout.write(`${gateway.httpUrl}\n`);
  // Our stdin closes when the bench stops us, and also when it is killed.
  process.stdin.resume().once('end', () => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
}
