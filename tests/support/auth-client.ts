// The published client of the authentication API, unmodified, pointed at the running magazine.
import { AuthClient, GoTrueAdminApi } from '@supabase/auth-js';
import type { Site } from './site';

const PUBLIC_KEY = 'local-public-key';
const SERVICE_KEY = 'local-service-key';

interface ClientOptions {
  flowType?: 'implicit' | 'pkce';
  /** A caller of its own, for limits. */
  address?: string;
  /** What this browser remembers. */
  kept?: Map<string, string>;
  /** Looks at the address of its page by itself. */
  detectSessionInUrl?: boolean;
  throwOnError?: boolean;
  /** Does nothing before it is called. */
  skipAutoInitialize?: boolean;
}

let made = 0;

/** A client with a memory of its own, like one browser. */
export function connect(site: Site, options: ClientOptions = {}) {
  const { flowType = 'implicit', address, kept = new Map(), ...rest } = options;
  made += 1;
  return new AuthClient({
    url: `${site.url}/auth/v1`,
    headers: { apikey: PUBLIC_KEY, 'cf-connecting-ip': address ?? `10.9.${made >> 8}.${made & 255}` },
    flowType,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    ...rest,
    persistSession: true,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  });
}

export function connectAdmin(site: Site, key = SERVICE_KEY) {
  return new GoTrueAdminApi({
    url: `${site.url}/auth/v1`,
    headers: { apikey: key, Authorization: `Bearer ${key}` },
  });
}

/** The newest mail to an address: its link as a path of the site, its token, its six digits. */
export async function readMail(site: Site, to: string) {
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

export async function countMails(site: Site, to: string): Promise<number> {
  const { rows } = await site.db.query('select count(*)::int as mails from outbox where "to" = $1', [to]);
  return rows[0].mails;
}
