// Runs the Neon gateway in its own process, so that it does not share a thread with the load generator. As a
// script, it is that process: it takes the database URL as argument and prints its own URL.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startNeonGateway } from 'dev/neon-gateway';
import { isEntry } from 'dev/startup/is-entry';

export interface GatewayProcess {
  pid: number;
  /** Value for NEON_FETCH_ENDPOINT. */
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
  // stdin closes when the bench stops this process or is killed.
  process.stdin.resume().once('end', () => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
}
