// The SQL of sign-ins that are on their way through a provider outside.
import { authFlows } from 'db/schema/sign-in-ways';
import { sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';

type Build = Database['build'];

/** As long as somebody may take at the provider. */
const FLOW_MINUTES = 15;

/** Somebody signed in who adds a way into their account, and the session in which they asked for it. */
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
  /** Of what the browser keeps that may come back; null until one enters. */
  bindingHash: string | null;
}

export function insertFlow(build: Build, flow: NewFlow) {
  const { hash, provider, redirectTo, codeChallenge, link, bindingHash } = flow;
  return build.execute(sql`
    insert into ${authFlows} (hash, provider, redirect_to, code_challenge, link_user_id, link_session_id, binding_hash, expires_at)
    values (${hash}, ${provider}, ${redirectTo}, ${codeChallenge}, ${link?.userId ?? null}::uuid,
      ${link?.sessionId ?? null}::uuid, ${bindingHash}, now() + make_interval(mins => ${FLOW_MINUTES}))`);
}

/** A few of the past; every new flow takes some along. */
export function deleteEndedFlows(build: Build) {
  return build.execute(sql`
    delete from ${authFlows} where hash in (
      select hash from ${authFlows} where expires_at < now() - interval '1 day' limit 20 for update skip locked)`);
}

const isOpen = (hash: string) => sql`hash = ${hash} and spent_at is null and expires_at > now()`;

/** The first browser that enters is the one that may come back; it may enter again. */
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

/** Whoever comes back second finds nothing, and neither does another browser. */
export function spendFlow(build: Build, hash: string, bindingHash: string) {
  return build.execute<FlowRow>(sql`
    update ${authFlows} set spent_at = now() where ${isOpen(hash)} and binding_hash = ${bindingHash}
    returning provider, redirect_to as "redirectTo", code_challenge as "codeChallenge", link_user_id as "linkUserId",
      link_session_id as "linkSessionId"`);
}
