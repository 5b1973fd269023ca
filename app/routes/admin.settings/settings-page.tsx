// The settings screen: site settings, and the webhook with its keys.
import { Link } from '@remix-run/react';
import type { SiteSettings } from '~/features/settings/site-settings';
import type { WebhookKey } from '~/features/webhooks/keys/webhook-key';
import type { WebhookExample } from '~/http/admin/webhook-example.server';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import type { Ways } from '~/layouts/account/confirm-fields';
import { ContentTabs } from '~/layouts/admin/content/content-tabs';
import { WebhookPart } from '~/layouts/admin/content/webhook-part';
import { PageHead } from '~/layouts/admin/list/page-head';
import { useLastRefusal, usePreservedForm } from '~/layouts/admin/unsaved/use-preserved-form';
import { SettingsForm, type TimeZoneArea } from './settings-form';
import { WebhookKeys } from './webhook-keys';

interface SettingsView {
  settings: SiteSettings;
  /** Null while the database is unavailable. */
  version: string | null;
  zones: TimeZoneArea[];
  keys: WebhookKey[];
  webhook: WebhookExample;
  /** Ways to confirm the viewer's identity; null while the database is unavailable. */
  ways: Ways | null;
  /** Whether they confirmed their identity recently. */
  isConfirmed: boolean;
  hasDemo: boolean;
}

interface SettingsPageProps {
  view: SettingsView;
  /** The new key from the action, shown once. */
  newKey: string | null;
  refused: RefusedForm | null;
}

export function SettingsPage({ view, newKey, refused }: SettingsPageProps) {
  const { settings, version, zones, keys, webhook, ways, isConfirmed, hasDemo } = view;
  const isKeyRefusal = refused?.intent.endsWith('-key') ?? false;
  const keyRefusal = useLastRefusal(isKeyRefusal ? refused : null, `${version} ${newKey} ${keys.length}`);
  const { key, shown, ...form } = usePreservedForm({
    found: view,
    versionOf: (current) => current.version,
    intent: 'settings',
    refused: isKeyRefusal ? null : refused,
  });
  return (
    <>
      <ContentTabs current={null} />
      <PageHead title="Settings" text="Changes appear on the site within two minutes." />
      <div className="settings">
        <SettingsForm
          key={key}
          settings={shown.settings}
          version={shown.version}
          zones={zones}
          ways={ways}
          isConfirmed={isConfirmed}
          {...form}
        />
        <div>
          <h2 className="settings__title" id="webhook">
            Zapier Webhook
          </h2>
          <WebhookPart {...webhook}>
            <WebhookKeys keys={keys} newKey={newKey} timeZone={settings.timeZone} refused={keyRefusal} />
          </WebhookPart>
          {hasDemo && (
            <section className="panel" aria-labelledby="demo">
              <h2 className="panel__title" id="demo">
                Demo Data
              </h2>
              <p className="panel__text">This magazine still contains demo articles, ads and subscribers.</p>
              <Link className="button button--quiet" to="/admin/settings/demo">
                Remove Demo Data
              </Link>
            </section>
          )}
        </div>
      </div>
    </>
  );
}
