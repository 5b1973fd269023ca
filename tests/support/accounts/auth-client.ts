// Connects the published client of the authentication API, unmodified, to the site under test.
import { AuthClient, GoTrueAdminApi } from '@supabase/auth-js';
import type { Site } from '../site/site';
import { visit } from '../visitor';

const PUBLIC_KEY = 'local-public-key';
const SERVICE_KEY = 'local-service-key';

interface ClientOptions {
  flowType?: 'implicit' | 'pkce';
  /** Client IP address; each client gets its own unless given, so that rate limits do not interfere. */
  address?: string;
  /** The browser's stored session. */
  storage?: Map<string, string>;
  /** Reads tokens from the page's URL on its own. */
  detectSessionInUrl?: boolean;
  throwOnError?: boolean;
  /** Makes no request until it is called. */
  skipAutoInitialize?: boolean;
}

let clientCount = 0;

/** A client with its own storage, like one browser. */
export function connect(site: Site, options: ClientOptions = {}) {
  const { flowType = 'implicit', address, storage = new Map(), ...rest } = options;
  clientCount += 1;
  return new AuthClient({
    url: `${site.url}/auth/v1`,
    headers: {
      apikey: PUBLIC_KEY,
      'cf-connecting-ip': address ?? `10.9.${clientCount >> 8}.${clientCount & 255}`,
    },
    flowType,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    ...rest,
    persistSession: true,
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
  });
}

export function connectAdmin(site: Site, key = SERVICE_KEY) {
  return new GoTrueAdminApi({
    url: `${site.url}/auth/v1`,
    headers: { apikey: key, Authorization: `Bearer ${key}` },
  });
}

/** The newest email to an address: subject, link (as a path of the site), token and six-digit code. */
export async function readEmail(site: Site, to: string) {
  const { rows } = await site.db.query(
    'select text, subject from outbox where "to" = $1 order by created_at desc, id desc limit 1',
    [to],
  );
  const text: string = rows[0]?.text ?? '';
  const link = /https?:\/\/[^/\s]+(\/\S+)/.exec(text)?.[1] ?? '';
  return {
    subject: (rows[0]?.subject ?? '') as string,
    link,
    token: new URLSearchParams(link.split('?')[1]).get('token') ?? '',
    digits: /\b\d{6}\b/.exec(text)?.[0] ?? '',
  };
}

/**
 * Opens an emailed link and presses the button of its page. Returns the target, with tokens, a code or an
 * error. Opening the link spends nothing, so it happens twice.
 */
export async function pressLink(site: Site, link: string, browser = visit(site)): Promise<URL> {
  const HOME = 'https://magazine.test';
  const opened = await browser.get(link.replace('/auth/confirm', '/auth/v1/verify'));
  const { origin, pathname, search, href } = new URL(opened.headers.get('location') ?? '', HOME);
  if (origin !== HOME || pathname !== '/auth/confirm') return new URL(href);
  const page = await browser.get(pathname + search);
  const token = /<form[^>]* method="post"[^>]*>.*?name="token" value="([^"]+)"/s.exec(await page.text())?.[1];
  const pressed = await browser.post('/auth/confirm', { token: token ?? '' });
  return new URL(pressed.headers.get('location') ?? '', HOME);
}

export async function countEmails(site: Site, to: string): Promise<number> {
  const { rows } = await site.db.query('select count(*)::int as mails from outbox where "to" = $1', [to]);
  return rows[0].mails;
}
