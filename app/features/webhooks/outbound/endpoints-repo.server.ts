// SQL for outbound webhook endpoints.
import { webhookDeliveries, webhookEndpoints } from 'db/schema/webhooks';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { EndpointInput } from './endpoint-input';

const { id, url, events, active, lastSuccessAt, failingSince, disabledAt } = webhookEndpoints;
/** Version of the editable fields: deliveries do not change it, switching off does. */
const version = sql<string>`md5(${url} || ' ' || ${events}::text || ' ' || ${active}::text)`;
const columns = { id, url, events, active, version, lastSuccessAt, failingSince, disabledAt };

export function selectEndpoints(build: Build) {
  return build.select(columns).from(webhookEndpoints).orderBy(asc(webhookEndpoints.createdAt), asc(id));
}

export function selectEndpoint(build: Build, endpointId: string) {
  return build.select(columns).from(webhookEndpoints).where(eq(id, endpointId));
}

export function insertEndpoint(
  build: Build,
  row: EndpointInput & { id: string; secretSalt: string; createdBy: string },
) {
  return build.insert(webhookEndpoints).values(row);
}

/**
 * Updates an endpoint. Switching it on or changing the URL resets its failures. If the version differs from
 * `seen`, `url` becomes null and the NOT NULL constraint refuses the update.
 * @param seen '' overwrites any version
 */
export function updateEndpoint(build: Build, endpointId: string, input: EndpointInput, seen: string) {
  return build
    .update(webhookEndpoints)
    .set({
      ...input,
      url: sql`case when ${seen} in ('', ${version}) then ${input.url} end`,
      failingSince: sql`case when ${active} and ${url} = ${input.url} then ${failingSince} end`,
      disabledAt: sql`case when ${input.active}::boolean then null else ${disabledAt} end`,
    })
    .where(eq(id, endpointId))
    .returning({ id });
}

export function setSalt(build: Build, endpointId: string, secretSalt: string) {
  return build.update(webhookEndpoints).set({ secretSalt }).where(eq(id, endpointId)).returning({ id });
}

export function deleteEndpointRow(build: Build, endpointId: string) {
  return build.delete(webhookEndpoints).where(eq(id, endpointId)).returning({ url });
}

/** SQL condition for the audit entry: the endpoint still exists. */
export const endpointExists = (endpointId: string) =>
  sql`exists (select 1 from ${webhookEndpoints} where id = ${endpointId}::uuid)`;

/** Fails the waiting deliveries of an endpoint, or of any endpoint for null, that is switched off. */
export function failWaiting(build: Build, endpointId: string | null) {
  const isOff = sql`exists (select 1 from ${webhookEndpoints} where id = ${webhookDeliveries.endpointId} and not active)`;
  const ofEndpoint = endpointId === null ? undefined : eq(webhookDeliveries.endpointId, endpointId);
  return build
    .update(webhookDeliveries)
    .set({ status: 'failed', finishedAt: sql`now()`, claimedUntil: null })
    .where(and(ofEndpoint, eq(webhookDeliveries.status, 'waiting'), isOff));
}
