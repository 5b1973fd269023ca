import type { AppContext } from '~/platform/context';

/** What the account services use of the world. */
export type AccountContext = Pick<
  AppContext,
  'db' | 'clock' | 'log' | 'tokens' | 'passwords' | 'mail' | 'request' | 'config' | 'partners' | 'devices'
>;
