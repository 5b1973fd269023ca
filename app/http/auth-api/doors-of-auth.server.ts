// Every door of the authentication API.
import { ADMIN_DOORS } from './admin-doors.server';
import type { Door } from './auth-call';
import { FACTOR_DOORS } from './factor-doors.server';
import { PEOPLE_DOORS } from './people-doors.server';
import { PROVIDER_DOORS } from './provider-doors.server';
import { TOKEN_DOORS } from './token-doors.server';

export const DOORS: readonly Door[] = [
  ...PEOPLE_DOORS,
  ...TOKEN_DOORS,
  ...PROVIDER_DOORS,
  ...FACTOR_DOORS,
  ...ADMIN_DOORS,
];
