// The magazine's settings at one side, the webhook and its keys at the other.
import type { SiteSettings } from '~/features/settings/site-settings';
import type { WebhookKey } from '~/features/settings/webhook-key';
import type { RefusedForm } from '~/http/form-answer.server';
import type { Ways } from '../_site.account/confirm-fields';
import { PageHead } from '../admin/page-head';
import { useKeptForm } from '../admin/use-kept-form';
import { useLastRefusal } from '../admin/use-last-refusal';
import { ContentTabs } from '../admin-old/content-tabs';
import { type WebhookFacts, WebhookPart } from '../admin-old/webhook-part';
import { SettingsForm, type TimeZoneArea } from './settings-form';
import { WebhookKeys } from './webhook-keys';

interface SettingsView {
  settings: SiteSettings;
  /** Null while the database cannot tell. */
  stamp: string | null;
  zones: TimeZoneArea[];
  keys: WebhookKey[];
  webhook: WebhookFacts;
  /** How whoever sits there shows who they are; null while the database cannot tell. */
  ways: Ways | null;
  /** They did so a moment ago. */
  isConfirmed: boolean;
}

interface SettingsPageProps {
  view: SettingsView;
  /** Told once, by the answer that made it. */
  newKey: string | null;
  refused: RefusedForm | null;
}

export function SettingsPage({ view, newKey, refused }: SettingsPageProps) {
  const { settings, stamp, zones, keys, webhook, ways, isConfirmed } = view;
  const isOfKeys = refused?.intent.endsWith('-key') ?? false;
  const ofKeys = useLastRefusal(isOfKeys ? refused : null, `${stamp} ${newKey} ${keys.length}`);
  const { key, shown, ...form } = useKeptForm({
    found: view,
    stampOf: (told) => told.stamp,
    intent: 'settings',
    refused: isOfKeys ? null : refused,
  });
  return (
    <>
      <ContentTabs current="webhook" />
      <PageHead title="Settings" text="What you change shows on the site at once." />
      <div className="settings">
        <SettingsForm
          key={key}
          settings={shown.settings}
          stamp={shown.stamp}
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
            <WebhookKeys keys={keys} newKey={newKey} timeZone={settings.timeZone} refused={ofKeys} />
          </WebhookPart>
        </div>
      </div>
    </>
  );
}
