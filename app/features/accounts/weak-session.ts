// Sessions that are not strong enough for what protects an account. Pure.
import type { Viewer } from './account';
import { AuthError } from './auth-error';

/** Who has a second factor shows it before they change what protects the account. @throws AuthError */
export function refuseWeakSession(viewer: Pick<Viewer, 'hasFactor' | 'aal'>): void {
  if (viewer.hasFactor && viewer.aal !== 'aal2')
    throw new AuthError('insufficient_aal', 'AAL2 session is required to do this when MFA is enabled.');
}
