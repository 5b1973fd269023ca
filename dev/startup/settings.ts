// Reads the local settings from the environment: PORT, HOST, DATA_DIR, DATABASE_URL, DEMO, ENVIRONMENT.
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCodeOf, Refusal } from './refusal';

export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface StartSettings {
  port: number;
  /** `localhost` (IPv4 and IPv6), or HOST, for example 0.0.0.0 in a container. */
  host: string;
  /** An absolute path. The folder exists. */
  dataDir: string;
  /** Undefined for the embedded database. */
  databaseUrl: string | undefined;
  demoWanted: boolean;
  environment: string;
}

export function readSettings(env: NodeJS.ProcessEnv = process.env): StartSettings {
  const dataDir = resolve(projectRoot, env.DATA_DIR || '.data');
  makeDataDir(dataDir);
  return {
    port: readPort(env.PORT),
    host: env.HOST || 'localhost',
    dataDir,
    databaseUrl: readDatabaseUrl(env.DATABASE_URL),
    demoWanted: /^(1|true|yes)$/i.test(env.DEMO ?? ''),
    environment: env.ENVIRONMENT || 'local',
  };
}

/**
 * @throws Refusal if DATABASE_URL is missing, because the embedded database would be mistaken for
 * production's
 */
export function requireDatabaseUrl(verb: string, env: NodeJS.ProcessEnv = process.env): void {
  if (env.DATABASE_URL) return;
  throw new Refusal(
    `DATABASE_URL is not set, and must name the production database: DATABASE_URL='postgres://…' ${verb}`,
  );
}

function readPort(text: string | undefined): number {
  if (!text) return 8787;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new Refusal(`PORT is "${text}": it must be a whole number from 1 to 65535.`);
}

function readDatabaseUrl(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new Refusal('DATABASE_URL must look like postgresql://user:password@host:5432/database.');
}

function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    const why =
      errorCodeOf(error) === 'ENOSPC'
        ? 'the disk is full'
        : `it cannot be written to (${errorCodeOf(error)})`;
    throw new Refusal(
      `The data folder ${dataDir} cannot be created: ${why}. Choose another one with DATA_DIR=/some/folder.`,
    );
  }
}

/** @throws Refusal if another program listens on the port */
export async function checkPortIsFree(port: number, host: string): Promise<void> {
  const addresses = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  for (const address of addresses) {
    const failure = await tryListening(port, address);
    if (failure === 'EADDRINUSE') {
      throw new Refusal(
        `Port ${port} is taken by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
      );
    }
    if (failure === 'EACCES') {
      throw new Refusal(
        `This user may not listen on port ${port}. Choose one above 1023: PORT=8787 npm start`,
      );
    }
  }
}

function tryListening(port: number, host: string): Promise<string | null> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error) => done(errorCodeOf(error)));
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(null)));
  });
}
