// From somebody who showed who they are to a session.
import type { SQL } from 'drizzle-orm';
import type { Statement, TokenPair } from '~/platform/context';
import type { AccountContext } from './account-context';
import { issueTokens, nowInSeconds } from './issue-tokens.server';
import { insertSession, type SessionFacts } from './sessions-repo.server';

interface Opening {
  /** See `insertSession`. */
  owner: SQL;
  event: SQL;
  method: SQL;
  aal?: 'aal1' | 'aal2';
}

export interface OpenedSession {
  session: SessionFacts;
  tokens: TokenPair;
}

/** The statement that opens a session, and what to do with its answer when its transaction is done. */
export async function prepareSession(ctx: AccountContext, opening: Opening) {
  const refresh = ctx.tokens.random();
  const refreshHash = await ctx.tokens.hash(refresh);
  const { address, userAgent } = ctx.request;
  const statement: Statement<{ rows: SessionFacts[] }> = insertSession(ctx.db.build, {
    ...opening,
    refreshHash,
    address,
    userAgent,
  });
  /** Null when the conditions were not met. */
  const finish = async (made: { rows: SessionFacts[] }): Promise<OpenedSession | null> => {
    const session = made.rows[0];
    if (!session) return null;
    return { session, tokens: await issueTokens(ctx, session, refresh, nowInSeconds(ctx)) };
  };
  return { statement, refreshHash, finish };
}
