// The webhook's part of the content dashboard. Keys are made in the settings.
import { Link } from '@remix-run/react';
import { PageHead } from '../admin/page-head';
import { useMay } from '../admin/use-may';
import { type WebhookFacts, WebhookPart } from './webhook-part';

export function WebhookTab(facts: WebhookFacts) {
  const may = useMay();
  return (
    <>
      <PageHead title="Zapier Webhook" text="Articles from automations of your own.">
        {may('settings') && (
          <Link className="button button--quiet" to="/admin/settings">
            Manage keys
          </Link>
        )}
      </PageHead>
      <WebhookPart {...facts} />
    </>
  );
}
