// Issues the token pair of a session.
import type { AppContext, TokenPair } from '~/platform/context';
import { ACCESS_SECONDS } from '../account';

interface SessionFacts {
  userId: string;
  sessionId: string;
  email: string;
  aal: 'aal1' | 'aal2';
  amr: readonly { method: string; timestamp: number }[];
}

/**
 * @param issuedAt seconds since 1970. The same session, time and refresh token always produce the same pair
 */
export async function issueTokens(
  { tokens }: Pick<AppContext, 'tokens'>,
  session: SessionFacts,
  refresh: string,
  issuedAt: number,
): Promise<TokenPair> {
  const { userId, sessionId, email, aal, amr } = session;
  const access = await tokens.sign({
    userId,
    sessionId,
    email,
    aal,
    amr,
    issuedAt,
    expiresAt: issuedAt + ACCESS_SECONDS,
  });
  return { access, refresh };
}

export function nowInSeconds({ clock }: Pick<AppContext, 'clock'>): number {
  return Math.floor(clock.now().getTime() / 1000);
}
