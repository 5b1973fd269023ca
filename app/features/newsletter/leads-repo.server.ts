// The SQL of leads.
import { leads } from 'db/schema/leads';
import type { Database } from '~/platform/context';
import type { Subscription } from './subscription';

/** A second lead with the same address, whatever its case, is dropped by the unique index. */
export function insertLead(build: Database['build'], lead: Subscription) {
  return build.insert(leads).values({ email: lead.email, source: lead.source }).onConflictDoNothing();
}
