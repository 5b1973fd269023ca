// A real OpenID Connect issuer in place of an external provider. It signs in `person` and grants every
// request.
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Site } from '../site/site';

export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

export interface Issuer {
  url: string;
  /** The person the issuer signs in. */
  person: ProviderPerson;
  /** An ID token as a mobile app gets one directly from the provider. */
  signIdToken(
    claims: Record<string, unknown>,
    options?: { audience?: string; expires?: string },
  ): Promise<string>;
  stop(): Promise<void>;
}

export const CLIENT = { clientId: 'magazine', clientSecret: 'a secret between the two of them' };

/** Hides the library's warning that it prefers a newer Node.js version than the product requires. */
async function loadProvider() {
  const { warn } = console;
  console.warn = () => {};
  try {
    return (await import('oidc-provider')).default;
  } finally {
    console.warn = warn;
  }
}

/** The issuer's storage, in memory. */
class MemoryAdapter {
  static readonly kept = new Map<string, Record<string, unknown>>();
  constructor(private readonly kind: string) {}
  async upsert(id: string, payload: Record<string, unknown>) {
    MemoryAdapter.kept.set(`${this.kind}:${id}`, payload);
    if (payload.uid) MemoryAdapter.kept.set(`${this.kind}:uid:${payload.uid}`, payload);
  }
  find = async (id: string) => MemoryAdapter.kept.get(`${this.kind}:${id}`);
  findByUid = async (uid: string) => MemoryAdapter.kept.get(`${this.kind}:uid:${uid}`);
  findByUserCode = async () => undefined;
  async consume(id: string) {
    const payload = await this.find(id);
    if (payload) payload.consumed = Math.floor(Date.now() / 1000);
  }
  async destroy(id: string) {
    MemoryAdapter.kept.delete(`${this.kind}:${id}`);
  }
  async revokeByGrantId() {}
}

export async function startIssuer(redirectUri: string): Promise<Issuer> {
  const server = createServer(
    { keepAliveTimeout: 600_000 },
    (request, response) => void handle(request, response),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'first', use: 'sig', alg: 'ES256' };
  const issuer: Issuer = {
    url,
    person: { sub: 'nobody' },
    signIdToken: (claims, { audience = CLIENT.clientId, expires = '10m' } = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: 'first' })
        .setIssuer(url)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(expires)
        .sign(privateKey),
    stop: () => new Promise((done) => server.close(() => done())),
  };
  const Provider = await loadProvider();
  const provider = new Provider(url, {
    adapter: MemoryAdapter,
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['signs the cookies of a test'] },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: { Interaction: 60, Session: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
    findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => issuer.person }),
    loadExistingGrant: async (context: { oidc: GrantContext }) => agree(context.oidc),
  });
  const callback = provider.callback();
  async function handle(request: Parameters<typeof callback>[0], response: Parameters<typeof callback>[1]) {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response);
    const result = { login: { accountId: issuer.person.sub } };
    return provider.interactionFinished(request, response, result);
  }
  return issuer;
}

export interface KeylessIssuer {
  url: string;
  /** The issuer that its metadata names; by default its own URL. */
  named: string;
  /** The answer to a request for its keys; null closes the connection. */
  keys: { status: number; text: string } | null;
  stop(): Promise<void>;
}

/** An issuer whose key endpoint fails. */
export async function startKeylessIssuer(): Promise<KeylessIssuer> {
  const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    const { url, named, keys } = issuer;
    if (request.url !== '/keys') {
      const [authorization_endpoint, token_endpoint] = [`${url}/authorize`, `${url}/token`];
      const metadata = { issuer: named, authorization_endpoint, token_endpoint, jwks_uri: `${url}/keys` };
      response.end(JSON.stringify(metadata));
    } else if (keys) response.writeHead(keys.status).end(keys.text);
    else request.socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  const issuer: KeylessIssuer = {
    url,
    named: url,
    keys: null,
    stop: () => new Promise((done) => server.close(() => done())),
  };
  return issuer;
}

interface GrantContext {
  client: { clientId: string };
  session: { accountId: string };
  provider: { Grant: new (about: object) => { addOIDCScope(scope: string): void; save(): Promise<string> } };
}

async function agree({ client, session, provider }: GrantContext) {
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

/**
 * Follows redirects between site and issuer like a browser without scripts, until it reaches a page of the
 * site. @param cookies the browser's cookies, updated
 */
export async function followRedirects(
  site: Site,
  start: string,
  cookies: Map<string, string> = new Map(),
): Promise<URL> {
  let address = new URL(start, site.url);
  for (let hops = 0; hops < 12; hops += 1) {
    const isHome = address.host === 'magazine.test';
    if (isHome && !address.pathname.startsWith('/auth/v1/')) return address;
    const target = isHome ? site.url + address.pathname + address.search : address.href;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(target, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (!location) throw new Error(`${address.href} answered ${answer.status}: ${await answer.text()}`);
    address = new URL(location, address);
  }
  throw new Error('Too many redirects');
}
