// A real OpenID Connect issuer that plays the world outside: whoever comes is `person`, and agrees to everything.
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Site } from './site';

export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

export interface Issuer {
  url: string;
  /** Who is at the keyboard. */
  person: Person;
  /** An id token as an app gets it by itself. */
  signIdToken(
    claims: Record<string, unknown>,
    options?: { audience?: string; expires?: string },
  ): Promise<string>;
  stop(): Promise<void>;
}

export const CLIENT = { clientId: 'magazine', clientSecret: 'a secret between the two of them' };

/** The library would rather have a newer Node.js than the product asks for, and says so when it is loaded. */
async function loadProvider() {
  const { warn } = console;
  console.warn = () => {};
  try {
    return (await import('oidc-provider')).default;
  } finally {
    console.warn = warn;
  }
}

/** Keeps what an issuer keeps, in memory. */
class Shelf {
  static readonly kept = new Map<string, Record<string, unknown>>();
  constructor(private readonly kind: string) {}
  async upsert(id: string, payload: Record<string, unknown>) {
    Shelf.kept.set(`${this.kind}:${id}`, payload);
    if (payload.uid) Shelf.kept.set(`${this.kind}:uid:${payload.uid}`, payload);
  }
  find = async (id: string) => Shelf.kept.get(`${this.kind}:${id}`);
  findByUid = async (uid: string) => Shelf.kept.get(`${this.kind}:uid:${uid}`);
  findByUserCode = async () => undefined;
  async consume(id: string) {
    const payload = await this.find(id);
    if (payload) payload.consumed = Math.floor(Date.now() / 1000);
  }
  async destroy(id: string) {
    Shelf.kept.delete(`${this.kind}:${id}`);
  }
  async revokeByGrantId() {}
}

export async function startIssuer(redirectUri: string): Promise<Issuer> {
  const server = createServer((request, response) => void handle(request, response));
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
    adapter: Shelf,
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
  /** What it answers when it is asked for its keys; null: it hangs up. */
  keys: { status: number; text: string } | null;
  stop(): Promise<void>;
}

/** An issuer that says where its keys are, and has a bad day. */
export async function startKeylessIssuer(): Promise<KeylessIssuer> {
  const server = createServer((request, response) => {
    const { url, keys } = issuer;
    if (request.url !== '/keys') {
      const [authorization_endpoint, token_endpoint] = [`${url}/authorize`, `${url}/token`];
      const said = { issuer: url, authorization_endpoint, token_endpoint, jwks_uri: `${url}/keys` };
      response.end(JSON.stringify(said));
    } else if (keys) response.writeHead(keys.status).end(keys.text);
    else request.socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const issuer: KeylessIssuer = {
    url: `http://127.0.0.1:${port}`,
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
 * A browser without scripts that follows redirects between site and issuer, until it is led to a page.
 * @param cookies what that browser keeps
 */
export async function travel(
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
