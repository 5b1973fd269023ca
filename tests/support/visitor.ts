// A browser without scripts: stores cookies and sends Origin with its forms.
import { addAccount, emptyAccounts, PASSWORD } from './factory';
import type { Site } from './site/site';

/** Pairs if a name occurs more than once, FormData for files, a string for other bodies. */
type Fields = Record<string, string> | [string, string][] | FormData | string;

export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, fields: Fields, headers?: Record<string, string>): Promise<Response>;
  signIn(email?: string, password?: string): Promise<Response>;
  cookies: Map<string, string>;
  address: string;
}

let visitorCount = 0;

/** @param from its IP address; by default, a new one in a network that all visitors share */
export function visit(site: Site, copyOf?: Visitor, from?: string): Visitor {
  visitorCount += 1;
  const cookies = new Map(copyOf?.cookies);
  const address = from ?? `10.1.${visitorCount >> 8}.${visitorCount & 255}`;
  const send = async (path: string, init: RequestInit) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'cf-connecting-ip': address, ...(cookie && { cookie }), ...init.headers };
    const response = await site.get(path, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line) || value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const visitor: Visitor = {
    cookies,
    address,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, fields, headers = {}) =>
      send(path, {
        method: 'POST',
        body: fields instanceof FormData || typeof fields === 'string' ? fields : new URLSearchParams(fields),
        headers: { origin: site.url, ...headers },
      }),
    signIn: (email = 'ann@example.com', password = PASSWORD) =>
      visitor.post('/auth', { intent: 'sign-in', email, password }),
  };
  return visitor;
}

/** The administrator Alex Morgan, signed in. All other accounts are deleted. */
export async function visitAsAdmin(site: Site): Promise<Visitor> {
  const email = 'boss@example.com';
  await emptyAccounts(site.db);
  await addAccount(site.db, { email, role: 'admin', fullName: 'Alex Morgan' });
  const admin = visit(site);
  await admin.signIn(email);
  return admin;
}

/** The account `ann@example.com`, new and signed in. */
export async function visitAsMember(site: Site): Promise<Visitor> {
  await addAccount(site.db);
  const member = visit(site);
  await member.signIn();
  // Consumes the one-time "Welcome back!" notice.
  await member.get('/account');
  return member;
}

/** The newest email's link, as a path of the site. */
export async function newestLink(site: Site): Promise<string> {
  const { rows } = await site.db.query('select text from outbox order by created_at desc, id desc limit 1');
  return /https?:\/\/[^/\s]+(\/\S+)/.exec(rows[0]?.text ?? '')?.[1] ?? '';
}
