// Builds the product's view of the world from the worker's environment.
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
import { createDeviceCookie } from './device-cookie.server';
import { type Env, parseEnv, type Settings } from './env.server';
import { createFaults, noFaults } from './faults.server';
import { createFileStore } from './files.server';
import { createImageGenerator } from './image-generator.server';
import { createImageResizer } from './image-resizer.server';
import { createLog } from './log.server';
import { createMail } from './mail.server';
import { createOutside } from './outside.server';
import { PageCache } from './page-cache.server';
import { PageMemory } from './page-memory.server';
import { createPasswords } from './passwords.server';
import { createQueue } from './queue.server';
import { createSessionCookie } from './session-cookie.server';
import { createTokens } from './tokens.server';

/** What outlives a request: parsed settings, the stateless database client, the pages in memory. */
export interface World {
  env: Env;
  settings: Settings;
  database: OpenedDatabase;
  memory: PageMemory;
  tokens: Tokens;
  passwords: Passwords;
  sessionCookie: SessionCookie;
  devicesOf: (cookieHeader: string | null) => KnownDevices;
  build: string;
  /** Until then (milliseconds since 1970) the database is taken to be away, and old pages are served without asking it. */
  databaseAwayUntil: number;
}

export function createWorld(env: Env, build: string): World {
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
    databaseAwayUntil: 0,
  };
}

export interface PageNotesTaken extends PageNotes {
  readonly tags: ReadonlySet<string>;
  readonly storable: boolean;
  /** Parts are missing because the database could not be reached. */
  databaseLost: boolean;
}

function takeNotes(): PageNotesTaken {
  const tags = new Set<string>();
  let storable = true;
  return {
    tags,
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

function toBreachApi({ BREACHED_PASSWORDS_URL: url, ENVIRONMENT }: Settings): string | null {
  if (url === 'off') return null;
  return url ?? (ENVIRONMENT === 'production' ? 'https://api.pwnedpasswords.com/range/' : null);
}

export interface RequestContext {
  app: AppContext;
  cache: PageCache;
  notes: PageNotesTaken;
}

/**
 * One context per request. `address` is the caller's, for limits; `cookies` is the request's header; `clock` is another one
 * than this machine's.
 */
export function createContext(
  world: World,
  { cookies = null, ...request }: Caller & { cookies?: string | null },
  execution: Pick<ExecutionContext, 'waitUntil'>,
  clock: AppContext['clock'] = { now: () => new Date() },
): RequestContext {
  const { env, settings } = world;
  const log = createLog(request.id, clock.now);
  const timings: Timings = { databaseMilliseconds: 0, roundTrips: 0, renderMilliseconds: 0 };
  const notes = takeNotes();
  const zone =
    settings.PURGE_ZONE_ID && settings.PURGE_API_TOKEN
      ? { zoneId: settings.PURGE_ZONE_ID, token: settings.PURGE_API_TOKEN }
      : null;
  const cache = new PageCache({
    memory: world.memory,
    // The DOM's types, which the browser files need, know no default cache.
    cache: (caches as unknown as { default: Cache }).default,
    siteUrl: settings.SITE_URL,
    build: world.build,
    now: Date.now,
    log,
    zone,
  });
  const db = createDatabase(world.database, log, timings, (lost) => {
    // A page without some of its parts is not for keeps.
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
    partners: { fetch: (url, init) => fetch(url, { ...init, redirect: 'manual' }) },
    outside: createOutside(env.OUTSIDE, settings.SITE_URL),
    clock,
    log,
    pages: cache,
    page: notes,
    limits: {
      subscribe: { allow: async (key) => (await env.SUBSCRIBE_LIMIT.limit({ key })).success },
      unknownPaths: { allow: async (key) => (await env.UNKNOWN_PATH_LIMIT.limit({ key })).success },
      views: { allow: async (key) => (await env.VIEW_LIMIT.limit({ key })).success },
      clicks: { allow: async (key) => (await env.CLICK_LIMIT.limit({ key })).success },
      categoryImages: { allow: async (key) => (await env.CATEGORY_IMAGE_LIMIT.limit({ key })).success },
    },
    request,
    timings,
    tokens: world.tokens,
    passwords: world.passwords,
    sessionCookie: world.sessionCookie,
    devices: world.devicesOf(cookies),
    mail: createMail(settings, { db, log, postOffice: env.EMAIL, waitUntil }),
    queue: createQueue(env.WORK),
    faults: env.FAULTS && settings.ENVIRONMENT === 'test' ? createFaults(env.FAULTS) : noFaults,
    waitUntil,
  };
  return { app, cache, notes };
}
