// Errors of the authentication API, which clients identify by code. Our own pages show them as form errors.
import { type FieldIssue, InvalidError } from '~/lib/errors';

/** Error codes with the HTTP status that the client library expects. */
const STATUSES = {
  bad_json: 400,
  validation_failed: 400,
  invalid_credentials: 400,
  email_not_confirmed: 400,
  user_banned: 400,
  refresh_token_not_found: 400,
  bad_code_verifier: 400,
  bad_oauth_callback: 400,
  bad_oauth_state: 400,
  unsupported_grant_type: 400,
  provider_disabled: 400,
  email_provider_disabled: 400,
  phone_provider_disabled: 400,
  web3_provider_disabled: 400,
  web3_invalid_message: 400,
  bad_id_token: 400,
  reauthentication_needed: 400,
  no_authorization: 401,
  bad_api_key: 401,
  insufficient_aal: 401,
  session_not_found: 401,
  bad_jwt: 403,
  not_admin: 403,
  otp_expired: 403,
  email_address_not_authorized: 403,
  user_not_found: 404,
  identity_not_found: 404,
  flow_state_not_found: 404,
  mfa_factor_not_found: 404,
  sso_provider_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  email_exists: 422,
  identity_already_exists: 422,
  single_identity_not_deletable: 422,
  anonymous_provider_disabled: 422,
  mfa_factor_name_conflict: 422,
  mfa_verification_failed: 422,
  mfa_challenge_expired: 422,
  mfa_ip_address_mismatch: 422,
  too_many_enrolled_mfa_factors: 422,
  reauthentication_not_valid: 422,
  same_password: 422,
  weak_password: 422,
  /** The external issuer was unreachable or sent an invalid response. Retrying may help. */
  bad_gateway: 502,
  gateway_timeout: 504,
} as const;
export type AuthCode = keyof typeof STATUSES;

export const IDENTITY_TAKEN = 'Identity is already linked to another user';

export class AuthError extends InvalidError {
  readonly apiStatus: number;
  constructor(
    readonly code: AuthCode,
    message: string,
    issues: FieldIssue[] = [],
  ) {
    super(message, issues);
    this.apiStatus = STATUSES[code];
  }
}

const UNCONFIRMED = 'Email not confirmed';

/** The password matches the account or a recent sign-up, but the address is not confirmed. */
export class UnconfirmedError extends AuthError {
  /** @param signUpId null if the password belongs to no sign-up */
  constructor(readonly signUpId: string | null) {
    super('email_not_confirmed', UNCONFIRMED, [{ field: 'email', message: UNCONFIRMED }]);
  }
}

/** @param reasons codes from the API: `length`, `characters`, `pwned` */
export class WeakPasswordError extends AuthError {
  constructor(
    message: string,
    readonly reasons: readonly string[],
  ) {
    super('weak_password', message, [{ field: 'password', message }]);
  }
}
