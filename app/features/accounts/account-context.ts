import type { AppContext } from '~/platform/context';

/** The part of the request context that account services use. */
export type AccountContext = Pick<
  AppContext,
  'db' | 'clock' | 'log' | 'tokens' | 'passwords' | 'mail' | 'request' | 'config' | 'trustedFetch' | 'devices'
>;
