// Collects the worker's variables besides those of wrangler.toml. In order of increasing priority: the
// start's own, .dev.vars, the environment.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { projectRoot } from './startup/settings';

/** The environment variables that are passed to the worker; others are not. */
const passedVariables = [
  'ENVIRONMENT',
  'SITE_URL',
  'PAGE_CACHE',
  'PURGE_ZONE_ID',
  'PURGE_API_TOKEN',
  'AUTH_PUBLIC_KEY',
  'AUTH_SERVICE_KEY',
  'AUTH_JWT_SECRET',
  'AUTH_SIGNING_SECRETS',
  'AUTH_ALLOWED_ORIGINS',
  'AUTH_PROVIDERS',
  'AUTH_WALLETS',
  'BREACHED_PASSWORDS_URL',
  'PASSWORD_COST',
  'HSTS_SUBDOMAINS',
  'SESSION_SECRET',
  'MAIL_PROVIDER',
  'NEWSLETTER_PROVIDER',
  'MAIL_FROM',
  'MAIL_API_URL',
  'MAIL_API_KEY',
  'MAIL_WEBHOOK_SECRET',
  'IMAGE_PROVIDER',
  'IMAGE_PRICE',
  'BLOCKED_IMAGE_HOSTS',
  'JOB_LEASE_SECONDS',
  'JOB_RETRY_SECONDS',
];
/** Set by the start only: another database in .dev.vars would not have been prepared. */
const startVariables = ['DATABASE_URL', 'NEON_FETCH_ENDPOINT'];

export function collectVars(
  decided: Record<string, string>,
  env: NodeJS.ProcessEnv = process.env,
  file = join(projectRoot, '.dev.vars'),
): Record<string, string> {
  const fromFile: Record<string, string> = {};
  if (existsSync(file)) Object.assign(fromFile, parseEnv(readFileSync(file, 'utf8')));
  for (const name of startVariables) delete fromFile[name];
  const fromEnvironment = Object.fromEntries(
    passedVariables.flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  );
  return { ...decided, ...fromFile, ...fromEnvironment };
}
