// Opens sessions.
import type { SQL } from 'drizzle-orm';
import type { Statement, TokenPair } from '~/platform/context';
import type { Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { issueTokens, nowInSeconds } from './issue-tokens.server';
import { replaceSession } from './replace-session-repo.server';
import { insertSession, type SessionFacts } from './sessions-repo.server';

interface Opening {
  /** See `insertSession`. */
  owner: SQL;
  event: SQL;
  method: SQL;
  aal?: 'aal1' | 'aal2';
  bindingHash?: string | null;
}

export interface OpenedSession {
  session: SessionFacts;
  tokens: TokenPair;
}

interface PreparedSession {
  statement: Statement<{ rows: SessionFacts[] }>;
  refreshHash: string;
  /** Takes the statement's result once the transaction is committed. Null if its conditions were not met. */
  finish(made: { rows: SessionFacts[] }): Promise<OpenedSession | null>;
}

/** Prepares the statement that opens a session. */
export function prepareSession(ctx: AccountContext, opening: Opening): Promise<PreparedSession> {
  const { address, userAgent } = ctx.request;
  return prepare(ctx, (refreshHash) =>
    insertSession(ctx.db.build, { ...opening, refreshHash, address, userAgent }),
  );
}

interface Replacing {
  /** The method just used, as an `amr` value; null if there was none. */
  method: string | null;
  /** aal2 if the method was a second factor. */
  aal?: 'aal2';
  condition?: SQL;
}

/**
 * Prepares the statement that ends the viewer's session and opens its replacement. All tokens of the old
 * session become invalid.
 */
export async function prepareReplacement(
  ctx: AccountContext,
  { sessionId, aal, amr }: Pick<Viewer, 'sessionId' | 'aal' | 'amr'>,
  replacing: Replacing,
): Promise<PreparedSession & { sessionId: string }> {
  const { address, userAgent } = ctx.request;
  const { method, aal: raised = null, condition } = replacing;
  const nextId = crypto.randomUUID();
  const prepared = await prepare(ctx, (refreshHash) =>
    replaceSession(ctx.db.build, {
      sessionId,
      nextId,
      refreshHash,
      address,
      userAgent,
      aal: raised,
      token: { aal, amr },
      method,
      condition,
    }),
  );
  return { ...prepared, sessionId: nextId };
}

async function prepare(
  ctx: AccountContext,
  build: (refreshHash: string) => PreparedSession['statement'],
): Promise<PreparedSession> {
  const refresh = ctx.tokens.random();
  const refreshHash = await ctx.tokens.hash(refresh);
  return {
    statement: build(refreshHash),
    refreshHash,
    async finish(made) {
      const session = made.rows[0];
      return session
        ? { session, tokens: await issueTokens(ctx, session, refresh, nowInSeconds(ctx)) }
        : null;
    },
  };
}
