// The worker's environment, read once and refused by name when something is missing.
import { z } from 'zod';
import { AuthProviders } from './auth-providers';
import type { Message } from './messages';

/** What a machine of our own uses when nothing is set. Production refuses each of them, and their absence. */
const LOCAL_DEFAULTS = {
  AUTH_PUBLIC_KEY: 'local-public-key',
  AUTH_SERVICE_KEY: 'local-service-key',
  AUTH_JWT_SECRET: 'local-jwt-secret-that-signs-nothing-of-worth',
  SESSION_SECRET: 'local-session-secret-that-protects-nothing',
  MAIL_FROM: 'Law Firm Academy <hello@localhost>',
} as const;
/** Of what signs, and of the key to all accounts; shorter ones can be guessed. */
const SHORTEST_SECRET = 32;
const mustBeLong: ReadonlySet<string> = new Set(['AUTH_JWT_SECRET', 'SESSION_SECRET', 'AUTH_SERVICE_KEY']);

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'is no JSON' });
    return z.NEVER;
  }
}

const Settings = z.object({
  ENVIRONMENT: z.enum(['local', 'test', 'production']),
  SITE_URL: z.url().transform((url) => url.replace(/\/+$/, '')),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'),
  /** Where a gateway speaks Neon's HTTP protocol for another PostgreSQL; unset for Neon itself. */
  NEON_FETCH_ENDPOINT: z.url().optional(),
  BLOCKED_IMAGE_HOSTS: z.string().default('images.example-blocked.com').transform(listOf),
  /** Who makes pictures; unset: Workers AI where it is bound, else the cover artist where one is, else nobody. */
  IMAGE_PROVIDER: z.enum(['workers-ai', 'cover-artist', 'none']).optional(),
  /** US dollars for one picture, where another price is paid than the one this version knows. */
  IMAGE_PRICE: z.coerce.number().min(0).max(100).optional(),
  /** 'off' renders every page anew, for measuring. */
  PAGE_CACHE: z.enum(['on', 'off']).default('on'),
  /** With both, a change purges the zone's edge caches everywhere at once. */
  PURGE_ZONE_ID: z.string().optional(),
  PURGE_API_TOKEN: z.string().optional(),
  /** For callers of the authentication API. */
  AUTH_PUBLIC_KEY: z.string().min(1).default(LOCAL_DEFAULTS.AUTH_PUBLIC_KEY),
  AUTH_SERVICE_KEY: z.string().min(1).default(LOCAL_DEFAULTS.AUTH_SERVICE_KEY),
  /** Signs access tokens. */
  AUTH_JWT_SECRET: z.string().min(1).default(LOCAL_DEFAULTS.AUTH_JWT_SECRET),
  /**
   * Secrets of the keys that sign access tokens, apart by commas: the first signs, all verify; unset: AUTH_JWT_SECRET's
   * own key. A new one is first added at the end, and moved to the front when verifiers have seen it (10 minutes).
   */
  AUTH_SIGNING_SECRETS: z
    .string()
    .transform(listOf)
    .pipe(z.array(z.string().min(SHORTEST_SECRET, 'each must have at least 32 characters')).min(1))
    .optional(),
  /** Origins of other sites whose pages may call /auth/v1 and be led back to, apart by commas. */
  AUTH_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform(listOf)
    .pipe(z.array(z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin))),
  /** Chains whose wallets may sign in, apart by commas: ethereum, solana. Unset: none in production, else both. */
  AUTH_WALLETS: z
    .string()
    .transform(listOf)
    .pipe(z.array(z.enum(['ethereum', 'solana'])))
    .optional(),
  /** Issuers outside, as a JSON list (docs/operations.md, "Accounts"). */
  AUTH_PROVIDERS: z.string().default('[]').transform(parseJson).pipe(AuthProviders),
  /**
   * A range API that knows breached passwords, as its address before the five digits it is told; `off` asks nobody. Unset: Have
   * I Been Pwned in production, else nobody.
   */
  BREACHED_PASSWORDS_URL: z
    .literal('off')
    .or(z.url({ protocol: /^https?$/ }))
    .optional(),
  /** Of hashing a password; `low` is for tests. */
  PASSWORD_COST: z.enum(['standard', 'low']).default('standard'),
  /**
   * On HTTPS, browsers are told to use HTTPS for all subdomains of this host too (HSTS with includeSubDomains). `off` leaves
   * the subdomains alone: for a host with subdomains that answer over plain HTTP only.
   */
  HSTS_SUBDOMAINS: z.enum(['on', 'off']).default('on'),
  /** Seals the session cookie. */
  SESSION_SECRET: z.string().min(1).default(LOCAL_DEFAULTS.SESSION_SECRET),
  /**
   * `outbox` keeps mail in the database and sends none; `http` posts to MAIL_API_URL what Resend takes; `cloudflare` takes
   * account mail by the binding EMAIL, and no newsletters.
   */
  MAIL_PROVIDER: z.enum(['outbox', 'http', 'resend', 'postmark', 'cloudflare']).optional(),
  /** Who takes newsletters where MAIL_PROVIDER is cloudflare; unset: nobody. */
  NEWSLETTER_PROVIDER: z.enum(['http', 'resend', 'postmark']).optional(),
  MAIL_FROM: z.string().min(3).default(LOCAL_DEFAULTS.MAIL_FROM),
  MAIL_API_URL: z.url().optional(),
  MAIL_API_KEY: z.string().min(1).optional(),
  /** The provider's secret for what it reports of letters; without it no report is believed. */
  MAIL_WEBHOOK_SECRET: z.string().min(16).optional(),
  /** A consumer says every third of it that it lives, so a dead one is noticed after so many seconds. */
  JOB_LEASE_SECONDS: z.coerce.number().positive().default(30),
  /** Before a failed item's second attempt, doubled before each further one. */
  JOB_RETRY_SECONDS: z.coerce.number().nonnegative().default(4),
});
export type Settings = z.infer<typeof Settings>;

interface RateLimitBinding {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** Bindings of wrangler.toml. */
export interface Bindings {
  MEDIA: R2Bucket;
  IMAGES: ImagesBinding;
  WORK: Queue<Message>;
  SUBSCRIBE_LIMIT: RateLimitBinding;
  UNKNOWN_PATH_LIMIT: RateLimitBinding;
  CATEGORY_IMAGE_LIMIT: RateLimitBinding;
  VIEW_LIMIT: RateLimitBinding;
  CLICK_LIMIT: RateLimitBinding;
}

/** Bound in production alone: a start without the cloud would end at it. */
interface CloudBindings {
  AI?: Ai;
  /** Sends account mail where MAIL_PROVIDER is cloudflare. */
  EMAIL?: SendEmail;
}

/** Bound on machines of our own alone. */
interface LocalBindings {
  OUTSIDE?: Fetcher;
  /** Tests only: says where the worker dies. */
  FAULTS?: Fetcher;
  /** Draws covers. */
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
];

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** @throws Error that names every missing or wrong variable and binding */
export function parseEnv(env: Env): Settings {
  const problems = BINDINGS.filter((name) => !env[name]).map((name) => `${name}: binding is missing`);
  const parsed = Settings.safeParse(env);
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
    throw new Error(`The environment is not complete.\n${problems.join('\n')}`);
  }
  return parsed.data;
}

function listLocalDefaults(settings: Settings): string[] {
  const problems: string[] = [];
  for (const [name, value] of Object.entries(LOCAL_DEFAULTS)) {
    const given = settings[name as keyof typeof LOCAL_DEFAULTS];
    if (given === value) problems.push(`${name}: is missing`);
    else if (mustBeLong.has(name) && given.length < SHORTEST_SECRET)
      problems.push(`${name}: must have at least ${SHORTEST_SECRET} characters`);
  }
  return problems;
}

function listMissingMail(settings: Settings): string[] {
  if (settings.MAIL_PROVIDER === 'outbox') return ['MAIL_PROVIDER: outbox sends no mail'];
  const isCloudflare = settings.MAIL_PROVIDER === 'cloudflare';
  const http = isCloudflare ? settings.NEWSLETTER_PROVIDER : settings.MAIL_PROVIDER;
  if (isCloudflare && !http) return [];
  // Providers that are known by name have an address of their own.
  const isKnown = http === 'resend' || http === 'postmark';
  const needed = isKnown ? (['MAIL_API_KEY'] as const) : (['MAIL_API_URL', 'MAIL_API_KEY'] as const);
  return needed.filter((name) => !settings[name]).map((name) => `${name}: is missing`);
}
