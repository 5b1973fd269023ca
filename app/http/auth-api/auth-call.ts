// Types of a request to the authentication API and of its routes.
import type { Viewer } from '~/features/accounts/account';
import type { AppContext } from '~/platform/context';

export interface AuthCall {
  ctx: AppContext;
  request: Request;
  url: URL;
  /** Values of the `:name` parts of the route's path. */
  params: Record<string, string>;
  /** Parsed JSON; `{}` for an empty body. */
  body: Record<string, unknown>;
  /** The caller's access token, not verified yet. */
  token: string | null;
  /** Where to send the person's browser afterwards. */
  redirectTo: string | null;
}

export interface UserCall extends AuthCall {
  viewer: Viewer;
}

type Answer = Promise<unknown> | unknown;

/**
 * `needs` is the credential that a route requires: none, an API key, a person's access token, or the service
 * key. An answer that is a Response is sent unchanged; any other value is sent as JSON.
 */
export type AuthRoute =
  | { method: string; path: string; needs: 'nothing' | 'key' | 'service'; answer(call: AuthCall): Answer }
  | { method: string; path: string; needs: 'user'; answer(call: UserCall): Answer };
