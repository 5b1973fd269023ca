// Builds the context of each request from the worker's environment.
import type {
  AppContext,
  Caller,
  KnownDevices,
  PageNotes,
  Passwords,
  SessionCookie,
  Timings,
  Tokens,
} from './context';
import { createDatabase, type OpenedDatabase, openDatabase } from './db.server';
import { type Env, parseEnv, type WorkerSettings } from './env.server';
import { createFaults, noFaults } from './faults.server';
import { createFileStore } from './files.server';
import { createImageGenerator } from './images/image-generator.server';
import { createImageResizer } from './images/image-resizer.server';
import { createLog } from './log.server';
import { createMail } from './mail/mail.server';
import { PageCache } from './page-cache/page-cache.server';
import { PageMemory } from './page-cache/page-memory.server';
import { createPublicFetch } from './public-fetch.server';
import { createQueue } from './queue.server';
import { createDeviceCookie } from './sessions/device-cookie.server';
import { createPasswords } from './sessions/passwords.server';
import { createSessionCookie } from './sessions/session-cookie.server';
import { createTokens } from './sessions/tokens.server';

/** State that outlives a request: settings, the stateless database client, the pages in memory. */
export interface Runtime {
  env: Env;
  settings: WorkerSettings;
  database: OpenedDatabase;
  memory: PageMemory;
  tokens: Tokens;
  passwords: Passwords;
  sessionCookie: SessionCookie;
  devicesOf: (cookieHeader: string | null) => KnownDevices;
  build: string;
  /**
   * Until this time (milliseconds since 1970) the database is treated as down: stale pages are served immediately,
   * while background renders check whether it is back.
   */
  databaseDownUntil: number;
}

export function createRuntime(env: Env, build: string): Runtime {
  const settings = parseEnv(env);
  const isHttps = settings.SITE_URL.startsWith('https:');
  return {
    env,
    settings,
    database: openDatabase({ url: settings.DATABASE_URL, fetchEndpoint: settings.NEON_FETCH_ENDPOINT }),
    memory: new PageMemory(),
    tokens: createTokens(
      {
        secret: settings.AUTH_JWT_SECRET,
        signing: settings.AUTH_SIGNING_SECRETS ?? [settings.AUTH_JWT_SECRET],
      },
      `${settings.SITE_URL}/auth/v1`,
    ),
    passwords: createPasswords(settings.PASSWORD_COST),
    sessionCookie: createSessionCookie(settings.SESSION_SECRET, isHttps),
    devicesOf: createDeviceCookie(settings.SESSION_SECRET, isHttps),
    build,
    databaseDownUntil: 0,
  };
}

export interface CollectedPageNotes extends PageNotes {
  readonly tags: ReadonlySet<string>;
  readonly storable: boolean;
  /** Parts of the page are missing because the database was unreachable. */
  databaseLost: boolean;
}

function createPageNotes(): CollectedPageNotes {
  const tags = new Set<string>();
  let storable = true;
  return {
    tags,
    formTargets: new Set(),
    databaseLost: false,
    get storable() {
      return storable && tags.size > 0;
    },
    tag: (...more) => {
      for (const tag of more) tags.add(tag);
    },
    doNotStore: () => {
      storable = false;
    },
  };
}

function toBreachApi({ BREACHED_PASSWORDS_URL: url, ENVIRONMENT }: WorkerSettings): string | null {
  if (url === 'off') return null;
  return url ?? (ENVIRONMENT === 'production' ? 'https://api.pwnedpasswords.com/range/' : null);
}

export interface RequestContext {
  app: AppContext;
  cache: PageCache;
  notes: CollectedPageNotes;
}

/**
 * Creates the context of one request. `address` is the caller's IP address for rate limits, `cookies` the
 * Cookie header. Cron tasks pass another `clock`.
 */
export function createContext(
  runtime: Runtime,
  { cookies = null, ...request }: Caller & { cookies?: string | null },
  execution: Pick<ExecutionContext, 'waitUntil'>,
  clock: AppContext['clock'] = { now: () => new Date() },
): RequestContext {
  const { env, settings } = runtime;
  const log = createLog(request.id);
  const timings: Timings = { databaseMilliseconds: 0, roundTrips: 0, writes: 0, renderMilliseconds: 0 };
  const notes = createPageNotes();
  const zone =
    settings.PURGE_ZONE_ID && settings.PURGE_API_TOKEN
      ? { zoneId: settings.PURGE_ZONE_ID, token: settings.PURGE_API_TOKEN }
      : null;
  const cache = new PageCache({
    memory: runtime.memory,
    // The DOM types, which the browser files need, do not declare `caches.default`.
    cache: (caches as unknown as { default: Cache }).default,
    siteUrl: settings.SITE_URL,
    build: runtime.build,
    now: Date.now,
    log,
    zone,
  });
  const db = createDatabase(runtime.database, log, timings, (lost) => {
    // An incomplete page must not be cached.
    notes.doNotStore();
    notes.databaseLost ||= lost;
  });
  const waitUntil = (work: Promise<unknown>) => execution.waitUntil(work);
  const app: AppContext = {
    config: {
      environment: settings.ENVIRONMENT,
      siteUrl: settings.SITE_URL,
      isHttps: settings.SITE_URL.startsWith('https:'),
      allowedOrigins: settings.AUTH_ALLOWED_ORIGINS,
      walletChains:
        settings.AUTH_WALLETS ?? (settings.ENVIRONMENT === 'production' ? [] : ['ethereum', 'solana']),
      authKeys: { public: settings.AUTH_PUBLIC_KEY, service: settings.AUTH_SERVICE_KEY },
      authProviders: settings.AUTH_PROVIDERS,
      breachedPasswordsUrl: toBreachApi(settings),
      blockedImageHosts: settings.BLOCKED_IMAGE_HOSTS,
      mailWebhookSecret: settings.MAIL_WEBHOOK_SECRET ?? null,
      jobs: { leaseSeconds: settings.JOB_LEASE_SECONDS, retrySeconds: settings.JOB_RETRY_SECONDS },
    },
    db,
    files: createFileStore(env.MEDIA),
    images: createImageResizer(env.IMAGES),
    imageGenerator: createImageGenerator(env, settings),
    trustedFetch: { fetch: (url, init) => fetch(url, { ...init, redirect: 'manual' }) },
    publicFetch: createPublicFetch(env.OUTSIDE, settings.SITE_URL),
    clock,
    log,
    pageCache: cache,
    page: notes,
    limits: {
      subscribe: { allow: async (key) => (await env.SUBSCRIBE_LIMIT.limit({ key })).success },
      unknownPaths: { allow: async (key) => (await env.UNKNOWN_PATH_LIMIT.limit({ key })).success },
      views: { allow: async (key) => (await env.VIEW_LIMIT.limit({ key })).success },
      clicks: { allow: async (key) => (await env.CLICK_LIMIT.limit({ key })).success },
      pageViews: { allow: async (key) => (await env.PAGE_VIEW_LIMIT.limit({ key })).success },
      reading: { allow: async (key) => (await env.READING_LIMIT.limit({ key })).success },
      searches: { allow: async (key) => (await env.SEARCH_LIMIT.limit({ key })).success },
      categoryImages: { allow: async (key) => (await env.CATEGORY_IMAGE_LIMIT.limit({ key })).success },
    },
    request,
    timings,
    tokens: runtime.tokens,
    passwords: runtime.passwords,
    sessionCookie: runtime.sessionCookie,
    devices: runtime.devicesOf(cookies),
    mail: createMail(settings, { db, log, emailBinding: env.EMAIL, waitUntil }),
    queue: createQueue(env.WORK),
    faults:
      TEST_SUPPORT && env.FAULTS && settings.ENVIRONMENT === 'test' ? createFaults(env.FAULTS) : noFaults,
    waitUntil,
  };
  return { app, cache, notes };
}
