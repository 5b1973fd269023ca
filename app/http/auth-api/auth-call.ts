// A call of the authentication API, as its doors see it.
import type { Viewer } from '~/features/accounts/account';
import type { AppContext } from '~/platform/context';

export interface AuthCall {
  ctx: AppContext;
  request: Request;
  url: URL;
  /** Parts of the path that a door's pattern leaves open. */
  params: Record<string, string>;
  /** Parsed JSON; `{}` where there was no body. */
  body: Record<string, unknown>;
  /** What the caller brought as a person's access token; nobody looked at it yet. */
  token: string | null;
  /** Where the client wants its person to end up. */
  redirectTo: string | null;
}

export interface UserCall extends AuthCall {
  viewer: Viewer;
}

type Answer = Promise<unknown> | unknown;

/**
 * `needs` is what a door wants to know of a caller: nothing, a key, a person, or the service key. Of its answer a
 * Response is sent as it is; anything else becomes JSON.
 */
export type Door =
  | { method: string; path: string; needs: 'nothing' | 'key' | 'service'; answer(call: AuthCall): Answer }
  | { method: string; path: string; needs: 'user'; answer(call: UserCall): Answer };
