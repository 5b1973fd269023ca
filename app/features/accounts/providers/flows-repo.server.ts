// SQL for pending sign-ins with external providers.
import { authFlows } from 'db/schema/sign-in-ways';
import { sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

/** How long a user may spend at the provider. */
const FLOW_MINUTES = 15;

/** A signed-in user who links a sign-in method, and the session in which they asked for it. */
export interface Linking {
  userId: string;
  sessionId: string;
}

export interface NewFlow {
  hash: string;
  provider: string;
  redirectTo: string;
  codeChallenge: string | null;
  link: Linking | null;
  /**
   * Hash of the secret of the browser that may return from the provider; null until a browser enters the
   * flow.
   */
  bindingHash: string | null;
}

export function insertFlow(build: Build, flow: NewFlow) {
  const { hash, provider, redirectTo, codeChallenge, link, bindingHash } = flow;
  return build.execute(sql`
    insert into ${authFlows} (hash, provider, redirect_to, code_challenge, link_user_id, link_session_id, binding_hash, expires_at)
    values (${hash}, ${provider}, ${redirectTo}, ${codeChallenge}, ${link?.userId ?? null}::uuid,
      ${link?.sessionId ?? null}::uuid, ${bindingHash}, now() + make_interval(mins => ${FLOW_MINUTES}))`);
}

/** Deletes up to 20 flows that ended more than a day ago. Runs with every insert. */
export function deleteEndedFlows(build: Build) {
  return build.execute(sql`
    delete from ${authFlows} where hash in (
      select hash from ${authFlows} where expires_at < now() - interval '1 day' limit 20 for update skip locked)`);
}

const isOpen = (hash: string) => sql`hash = ${hash} and spent_at is null and expires_at > now()`;

/** Binds the flow to the first browser that enters it. The same browser may enter again. */
export function bindFlow(build: Build, hash: string, bindingHash: string) {
  return build.execute<{ provider: string }>(sql`
    update ${authFlows} set binding_hash = ${bindingHash}
    where ${isOpen(hash)} and (binding_hash is null or binding_hash = ${bindingHash}) returning provider`);
}

export type FlowRow = Record<string, unknown> &
  Pick<NewFlow, 'provider' | 'redirectTo' | 'codeChallenge'> & {
    linkUserId: string | null;
    linkSessionId: string | null;
  };

/** Spends the flow. No row the second time, or for another browser. */
export function spendFlow(build: Build, hash: string, bindingHash: string) {
  return build.execute<FlowRow>(sql`
    update ${authFlows} set spent_at = now() where ${isOpen(hash)} and binding_hash = ${bindingHash}
    returning provider, redirect_to as "redirectTo", code_challenge as "codeChallenge", link_user_id as "linkUserId",
      link_session_id as "linkSessionId"`);
}
