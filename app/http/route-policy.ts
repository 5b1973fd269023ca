// The worker's rules for a path, before and after its route handler. A new public page is one line of
// POLICIES.

export interface RoutePolicy {
  /**
   * Query parameters that change the response, for pages that are the same for everyone. These are cached,
   * and all other parameters are dropped. null: never cached.
   */
  cachedBy: readonly string[] | null;
  /** The response belongs to one person: `cache-control: no-store`. */
  isPrivate: boolean;
  /**
   * Limit of a request body in bytes; null for a route that reads the body in pieces up to a limit of its
   * own.
   */
  maxBodyBytes: number | null;
  /** Accepts unsafe requests from other sites, because no cookie authorizes them. */
  isCrossSite: boolean;
  /** Refuses unsafe requests that name no origin, even without a session cookie. */
  needsOrigin: boolean;
  /** Answers in JSON, errors too (api/api-route.ts). */
  isApi: boolean;
  /** Shows its draft to editors: signed-in requests are rendered when the page is not cached. */
  hasDraft: boolean;
  /** Speaks the authentication API: CORS headers, more methods, errors as its clients expect them. */
  isAuthApi: boolean;
  /**
   * A successful POST may have produced outgoing webhook events. False for beacons, which arrive by the
   * hundred per second.
   */
  emitsEvents: boolean;
}

/** An email address and a short text fit easily. */
const READER_BODY_BYTES = 64 * 1024;
/** A query, a number and a slug. */
const SEARCH_EVENT_BYTES = 2 * 1024;
/** An image of 5 MB, and text with embedded images. */
const ADMIN_BODY_BYTES = 24 * 1024 * 1024;
/** A report of the mail provider. */
export const MAIL_EVENT_BYTES = 256 * 1024;
/** 200 paths of 500 characters. */
const PATHS_BODY_BYTES = 128 * 1024;

const DEFAULT: RoutePolicy = {
  cachedBy: null,
  isPrivate: false,
  maxBodyBytes: READER_BODY_BYTES,
  isCrossSite: false,
  needsOrigin: false,
  isApi: false,
  hasDraft: false,
  isAuthApi: false,
  emitsEvents: true,
};

const AUTH_API = { isCrossSite: true, isAuthApi: true, maxBodyBytes: null };

/**
 * The first pattern that matches counts. `.` continues a path because Remix fetches loader data from
 * `PATH.data`.
 */
const POLICIES: readonly [pattern: RegExp, policy: RoutePolicy][] = [
  // The public keys that verify access tokens.
  row(/^\/auth\/v1\/\.well-known\/jwks\.json$/, AUTH_API),
  row(/^\/auth\/v1(?=[/.]|$)/, { ...AUTH_API, isPrivate: true }),
  row(/^\/admin\/articles\/broken-links$/, {
    isPrivate: true,
    emitsEvents: false,
    maxBodyBytes: PATHS_BODY_BYTES,
  }),
  row(/^\/admin(?=[/.-]|$)/, { isPrivate: true, maxBodyBytes: ADMIN_BODY_BYTES }),
  row(/^\/auth\/session/, { isPrivate: true, needsOrigin: true }),
  row(/^\/(auth|account)(?=[/.-]|$)/, { isPrivate: true }),
  row(/^\/dev\//, { isPrivate: true }),
  row(/^\/api\/(me|readership)$/, { isApi: true, isPrivate: true }),
  row(/^\/api\/(ad-impressions|viewed|view-tokens|views|reading)$/, { isApi: true, emitsEvents: false }),
  row(/^\/api\/search-events$/, { isApi: true, emitsEvents: false, maxBodyBytes: SEARCH_EVENT_BYTES }),
  row(/^\/api\/mail-events$/, { isApi: true, maxBodyBytes: MAIL_EVENT_BYTES }),
  row(/^\/api\/zapier-webhook(?=[/.]|$)/, { isApi: true, isCrossSite: true, maxBodyBytes: null }),
  row(/^\/api\/search$/, { isApi: true, cachedBy: ['q', 'view', 'page', 'typing'] }),
  row(/^\/api(?=\/|$)/, { isApi: true }),
  row(/^\/newsletter\/unsubscribe(?=[/.]|$)/, { isCrossSite: true }),
  // Not the pages below /newsletter that belong to one subscriber.
  row(/^\/newsletter(\/archive(\/.*)?)?$/, { cachedBy: [] }),
  row(/^\/$/, { cachedBy: [] }),
  row(/^\/article(\/|$)/, { cachedBy: [], hasDraft: true }),
  row(/^\/page(\/|$)/, { cachedBy: [] }),
  row(/^\/(category|tag|author)\/[^/]+\/feed\.xml$/, { cachedBy: [] }),
  row(/^\/(category|tag|author)(\/|$)/, { cachedBy: ['page'] }),
  row(/^\/search(\/|$)/, { cachedBy: ['q', 'page', 'sort', 'category', 'author', 'year', 'exact'] }),
  row(/^\/(feed\.xml|atom\.xml|feed\.json|sitemap\.xml|news-sitemap\.xml|sitemaps)(\/|$)/, { cachedBy: [] }),
  row(
    /^\/(llms\.txt|robots\.txt|ads\.txt|indexnow-key\.txt|site\.webmanifest|opensearch\.xml|\.well-known)(\/|$)/,
    {
      cachedBy: [],
    },
  ),
];

/** @param path of a URL, in its plain spelling (lib/plain-path.ts) */
export function policyOf(path: string): RoutePolicy {
  return POLICIES.find(([pattern]) => pattern.test(path))?.[1] ?? DEFAULT;
}

function row(pattern: RegExp, policy: Partial<RoutePolicy>): [RegExp, RoutePolicy] {
  return [pattern, { ...DEFAULT, ...policy }];
}
