// Authenticates callers of the authentication API: the public key, the service key, or a person's access
// token.
import type { Viewer } from '~/features/accounts/account';
import { AuthError } from '~/features/accounts/auth-error';
import { getTokenViewer } from '~/features/accounts/sessions/viewer.server';
import type { AppContext } from '~/platform/context';

export interface ApiCaller {
  isService: boolean;
  /** Possibly a person's access token, not verified yet. */
  token: string | null;
}

/** @throws AuthError without a key, or with a wrong one */
export async function admitCaller(ctx: AppContext, request: Request): Promise<ApiCaller> {
  const apikey = request.headers.get('apikey')?.trim() ?? null;
  const bearer = bearerOf(request);
  const [named, borne] = await Promise.all([kindOfKey(ctx, apikey), kindOfKey(ctx, bearer)]);
  if (apikey !== null && !named) throw new AuthError('bad_api_key', 'Invalid API key');
  if (!apikey && !bearer) throw new AuthError('no_authorization', 'No API key found in request');
  const isService = named === 'service' || borne === 'service';
  const token = borne ? null : bearer;
  // Without a key, the token must be a valid access token: its owner needed the key to get it.
  if (!apikey && token) await getTokenViewer(ctx, token);
  return { isService, token };
}

/** @throws AuthError */
export async function requirePerson(ctx: AppContext, token: string | null): Promise<Viewer> {
  if (!token) throw new AuthError('no_authorization', 'This endpoint requires a valid Bearer token');
  return getTokenViewer(ctx, token);
}

function bearerOf(request: Request): string | null {
  const header = request.headers.get('authorization');
  return /^bearer\s+(\S+)$/i.exec(header?.trim() ?? '')?.[1] ?? null;
}

/** Compares hashes, so that the time taken reveals nothing about the keys. */
async function kindOfKey(
  { config, tokens }: Pick<AppContext, 'config' | 'tokens'>,
  given: string | null,
): Promise<'public' | 'service' | null> {
  if (!given || given.length > 1_000) return null;
  const [mine, service, open] = await Promise.all(
    [given, config.authKeys.service, config.authKeys.public].map((key) => tokens.keyedHash(key)),
  );
  if (mine === service) return 'service';
  return mine === open ? 'public' : null;
}
