// The magazine's settings at one side, the webhook and its keys at the other.
import type { SiteSettings } from '~/features/settings/site-settings';
import type { WebhookKey } from '~/features/settings/webhook-key';
import type { RefusedForm } from '~/http/form-answer.server';
import type { Ways } from '../_site.account/confirm-fields';
import { PageHead } from '../admin/page-head';
import { useKeptKey } from '../admin/use-kept-key';
import { useLastRefusal } from '../admin/use-last-refusal';
import { ContentTabs } from '../admin-old/content-tabs';
import { type WebhookFacts, WebhookPart } from '../admin-old/webhook-part';
import { SettingsForm, type TimeZoneArea } from './settings-form';
import { WebhookKeys } from './webhook-keys';

interface SettingsPageProps {
  settings: SiteSettings;
  /** Null while the database cannot tell. */
  stamp: string | null;
  zones: TimeZoneArea[];
  keys: WebhookKey[];
  webhook: WebhookFacts;
  /** Told once, by the answer that made it. */
  newKey: string | null;
  refused: RefusedForm | null;
  /** How whoever sits there shows who they are; null while the database cannot tell. */
  ways: Ways | null;
  /** They did so a moment ago. */
  isConfirmed: boolean;
}

export function SettingsPage(props: SettingsPageProps) {
  const { settings, stamp, zones, keys, webhook, newKey, ways, isConfirmed } = props;
  const refused = useLastRefusal(props.refused, `${stamp} ${newKey} ${keys.length}`);
  const isOfKeys = refused?.intent.endsWith('-key') ?? false;
  const formKey = useKeptKey(String(stamp), refused !== null);
  return (
    <>
      <ContentTabs current="webhook" />
      <PageHead title="Settings" text="What you change shows on the site at once." />
      <div className="settings">
        <SettingsForm
          key={formKey}
          settings={settings}
          stamp={stamp}
          zones={zones}
          ways={ways}
          isConfirmed={isConfirmed}
          refused={isOfKeys ? null : refused}
        />
        <div>
          <h2 className="settings__title" id="webhook">
            Zapier Webhook
          </h2>
          <WebhookPart {...webhook}>
            <WebhookKeys
              keys={keys}
              newKey={newKey}
              timeZone={settings.timeZone}
              refused={isOfKeys ? refused : null}
            />
          </WebhookPart>
        </div>
      </div>
    </>
  );
}
