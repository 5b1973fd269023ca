// Parses the worker's environment at startup. Reports every missing or invalid variable by name.

import { z } from 'zod';
import { keysOf } from '~/lib/properties';
import type { Message } from './messages';
import { AuthProviders } from './sessions/auth-providers';

/** Defaults for local development. Production refuses these values. */
const LOCAL_DEFAULTS = {
  AUTH_PUBLIC_KEY: 'local-public-key',
  AUTH_SERVICE_KEY: 'local-service-key',
  AUTH_JWT_SECRET: 'local-jwt-secret-that-signs-nothing-of-worth',
  SESSION_SECRET: 'local-session-secret-that-protects-nothing',
  MAIL_FROM: 'Law Firm Academy <hello@localhost>',
} as const;
/** Minimum length of signing secrets and of the service key, so that they cannot be guessed. */
const SHORTEST_SECRET = 32;
const LONG_SECRETS: ReadonlySet<string> = new Set(['AUTH_JWT_SECRET', 'SESSION_SECRET', 'AUTH_SERVICE_KEY']);

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'is not valid JSON' });
    return z.NEVER;
  }
}

export const WorkerSettings = z.object({
  ENVIRONMENT: z.enum(['local', 'test', 'production']),
  SITE_URL: z.url().transform((url) => url.replace(/\/+$/, '')),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'),
  /** Endpoint of a gateway that provides Neon's HTTP protocol for another PostgreSQL; unset for Neon. */
  NEON_FETCH_ENDPOINT: z.url().optional(),
  BLOCKED_IMAGE_HOSTS: z.string().default('images.example-blocked.com').transform(listOf),
  /** The image generator; unset: Workers AI if bound, else the cover artist if bound, else none. */
  IMAGE_PROVIDER: z.enum(['workers-ai', 'cover-artist', 'none']).optional(),
  /** US dollars per image, if it differs from the price known to this version. */
  IMAGE_PRICE: z.coerce.number().min(0).max(100).optional(),
  /** 'off' renders every page on every request, for measurements. */
  PAGE_CACHE: z.enum(['on', 'off']).default('on'),
  /** If both are set, a change purges the zone's edge caches worldwide. */
  PURGE_ZONE_ID: z.string().optional(),
  PURGE_API_TOKEN: z.string().optional(),
  /** API keys for the authentication API. */
  AUTH_PUBLIC_KEY: z.string().min(1).default(LOCAL_DEFAULTS.AUTH_PUBLIC_KEY),
  AUTH_SERVICE_KEY: z.string().min(1).default(LOCAL_DEFAULTS.AUTH_SERVICE_KEY),
  /** Signs access tokens. */
  AUTH_JWT_SECRET: z.string().min(1).default(LOCAL_DEFAULTS.AUTH_JWT_SECRET),
  /**
   * Comma-separated secrets of the keys that sign access tokens: the first signs, all verify. Unset: a key
   * derived from AUTH_JWT_SECRET. To rotate, add the new secret at the end and move it to the front once
   * verifiers have refreshed their keys (10 minutes).
   */
  AUTH_SIGNING_SECRETS: z
    .string()
    .transform(listOf)
    .pipe(z.array(z.string().min(SHORTEST_SECRET, 'each must have at least 32 characters')).min(1))
    .optional(),
  /** Comma-separated origins of other sites that may call /auth/v1 and receive redirects. */
  AUTH_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform(listOf)
    .pipe(z.array(z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin))),
  /** Comma-separated chains for wallet sign-in: ethereum, solana. Unset: none in production, else both. */
  AUTH_WALLETS: z
    .string()
    .transform(listOf)
    .pipe(z.array(z.enum(['ethereum', 'solana'])))
    .optional(),
  /** External providers as a JSON list (docs/operations.md, "Accounts"). */
  AUTH_PROVIDERS: z.string().default('[]').transform(parseJson).pipe(AuthProviders),
  /**
   * URL prefix of a breached-password range API, to which the first five digits of a hash are appended; `off`
   * disables the check. Unset: Have I Been Pwned in production, else off.
   */
  BREACHED_PASSWORDS_URL: z
    .literal('off')
    .or(z.url({ protocol: /^https?$/ }))
    .optional(),
  /** Cost of password hashing; `low` is for tests. */
  PASSWORD_COST: z.enum(['standard', 'low']).default('standard'),
  /**
   * Sends HSTS with includeSubDomains, so that browsers use HTTPS for all subdomains too. Use `off` if a
   * subdomain is served over plain HTTP only.
   */
  HSTS_SUBDOMAINS: z.enum(['on', 'off']).default('on'),
  /** Encrypts the session cookie. */
  SESSION_SECRET: z.string().min(1).default(LOCAL_DEFAULTS.SESSION_SECRET),
  /**
   * `outbox` stores emails in the database and sends none. `http` posts Resend's JSON to MAIL_API_URL.
   * `cloudflare` sends account emails through the EMAIL binding, and no newsletters.
   */
  MAIL_PROVIDER: z.enum(['outbox', 'http', 'resend', 'postmark', 'cloudflare']).optional(),
  /** Sends newsletters if MAIL_PROVIDER is cloudflare; unset: newsletters are not sent. */
  NEWSLETTER_PROVIDER: z.enum(['http', 'resend', 'postmark']).optional(),
  MAIL_FROM: z.string().min(3).default(LOCAL_DEFAULTS.MAIL_FROM),
  MAIL_API_URL: z.url().optional(),
  MAIL_API_KEY: z.string().min(1).optional(),
  /** Secret of the provider's delivery reports; without it, reports are refused. */
  MAIL_WEBHOOK_SECRET: z.string().min(16).optional(),
  /**
   * A consumer without a heartbeat for this long is considered dead. It sends three heartbeats in that time.
   */
  JOB_LEASE_SECONDS: z.coerce.number().positive().default(30),
  /** Delay before a failed item's second attempt, doubled for each further one. */
  JOB_RETRY_SECONDS: z.coerce.number().nonnegative().default(4),
});
export type WorkerSettings = z.infer<typeof WorkerSettings>;

interface RateLimitBinding {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** The bindings in wrangler.toml. */
export interface Bindings {
  MEDIA: R2Bucket;
  IMAGES: ImagesBinding;
  WORK: Queue<Message>;
  SUBSCRIBE_LIMIT: RateLimitBinding;
  UNKNOWN_PATH_LIMIT: RateLimitBinding;
  CATEGORY_IMAGE_LIMIT: RateLimitBinding;
  VIEW_LIMIT: RateLimitBinding;
  CLICK_LIMIT: RateLimitBinding;
  PAGE_VIEW_LIMIT: RateLimitBinding;
  READING_LIMIT: RateLimitBinding;
  SEARCH_LIMIT: RateLimitBinding;
}

/** Bound in production only: the local runtime cannot start with them. */
interface CloudBindings {
  AI?: Ai;
  /** Sends account mail where MAIL_PROVIDER is cloudflare. */
  EMAIL?: SendEmail;
}

/** Bound in local runtimes only. */
interface LocalBindings {
  OUTSIDE?: Fetcher;
  /** Fault injection for tests. */
  FAULTS?: Fetcher;
  /** Draws cover images. */
  ARTIST?: Fetcher;
}

export type Env = Bindings & CloudBindings & LocalBindings & Record<string, unknown>;

const BINDINGS: readonly (keyof Bindings)[] = [
  'MEDIA',
  'IMAGES',
  'WORK',
  'SUBSCRIBE_LIMIT',
  'UNKNOWN_PATH_LIMIT',
  'CATEGORY_IMAGE_LIMIT',
  'VIEW_LIMIT',
  'CLICK_LIMIT',
  'PAGE_VIEW_LIMIT',
  'READING_LIMIT',
  'SEARCH_LIMIT',
];

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** @throws Error that lists every missing or invalid variable and binding */
export function parseEnv(env: Env): WorkerSettings {
  const problems = BINDINGS.filter((name) => !env[name]).map((name) => `${name}: binding is missing`);
  const parsed = WorkerSettings.safeParse(env);
  if (!parsed.success) {
    problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  } else {
    const { MAIL_PROVIDER, NEWSLETTER_PROVIDER } = parsed.data;
    if (MAIL_PROVIDER === 'cloudflare' && !env.EMAIL) problems.push('EMAIL: binding is missing');
    if (MAIL_PROVIDER !== 'cloudflare' && NEWSLETTER_PROVIDER)
      problems.push('NEWSLETTER_PROVIDER: is for MAIL_PROVIDER cloudflare only');
  }
  if (parsed.data?.ENVIRONMENT === 'production') {
    problems.push(...listLocalDefaults(parsed.data), ...listMissingMail(parsed.data));
    if (LOCAL_HOST.test(new URL(parsed.data.SITE_URL).hostname))
      problems.push('SITE_URL: is a local address');
    if (parsed.data.PASSWORD_COST === 'low') problems.push('PASSWORD_COST: low is for tests only');
    if (parsed.data.NEON_FETCH_ENDPOINT) problems.push('NEON_FETCH_ENDPOINT: is for local use only');
  }
  if (problems.length > 0 || !parsed.success) {
    throw new Error(`The environment is incomplete or invalid.\n${problems.join('\n')}`);
  }
  return parsed.data;
}

function listLocalDefaults(settings: WorkerSettings): string[] {
  const problems: string[] = [];
  for (const name of keysOf(LOCAL_DEFAULTS)) {
    const given = settings[name];
    if (given === LOCAL_DEFAULTS[name]) problems.push(`${name}: is missing`);
    else if (LONG_SECRETS.has(name) && given.length < SHORTEST_SECRET)
      problems.push(`${name}: must have at least ${SHORTEST_SECRET} characters`);
  }
  return problems;
}

function listMissingMail(settings: WorkerSettings): string[] {
  if (settings.MAIL_PROVIDER === 'outbox') return ['MAIL_PROVIDER: outbox sends no mail'];
  const isCloudflare = settings.MAIL_PROVIDER === 'cloudflare';
  const http = isCloudflare ? settings.NEWSLETTER_PROVIDER : settings.MAIL_PROVIDER;
  if (isCloudflare && !http) return [];
  // Providers known by name have a default URL.
  const isKnown = http === 'resend' || http === 'postmark';
  const needed = isKnown ? (['MAIL_API_KEY'] as const) : (['MAIL_API_URL', 'MAIL_API_KEY'] as const);
  return needed.filter((name) => !settings[name]).map((name) => `${name}: is missing`);
}
