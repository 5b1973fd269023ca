// The webhook's part of the content dashboard. Keys are made in the settings.
import { Link } from '@remix-run/react';
import { PageHead } from '../admin/page-head';
import { WebhookPart } from './webhook-part';

export function WebhookTab({ address }: { address: string }) {
  return (
    <>
      <PageHead title="Zapier Webhook" text="Articles from automations of your own.">
        <Link className="button button--quiet" to="/admin/settings">
          Manage keys
        </Link>
      </PageHead>
      <WebhookPart address={address} />
    </>
  );
}
