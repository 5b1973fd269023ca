// The form of the readership settings, and the key of the API.
import { Form, Link } from '@remix-run/react';
import {
  MAX_LOG_DAYS,
  MAX_POPULAR,
  MIN_LOG_DAYS,
  type ReadershipSettings,
} from '~/features/readership/readership-settings';
import type { WebhookKey } from '~/features/webhooks/keys/webhook-key';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { PageHead } from '~/layouts/admin/list/page-head';
import { SaveSettings, SettingsGroup } from '~/layouts/admin/list/settings-group';
import { fieldProps } from '~/layouts/admin/unsaved/field-props';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { useLastRefusal, usePreservedForm } from '~/layouts/admin/unsaved/use-preserved-form';
import { CheckboxField, FormField, SelectField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { ReadershipKey } from './readership-key';

/** The form field names, equal to the input names in the readership feature. */
export const READERSHIP_FIELDS = ['logDays', 'popular', 'popularCount'] as const;
export const READERSHIP_BOXES = ['showMostRead', 'weeklyEmail'] as const;
type Field = (typeof READERSHIP_FIELDS)[number];
type Box = (typeof READERSHIP_BOXES)[number];

interface ReadershipSettingsPageProps {
  view: {
    settings: ReadershipSettings;
    /** Null when signed out, because the page must not reveal it. */
    version: string | null;
    key: WebhookKey | null;
    timeZone: string;
    /** URL of the API. */
    address: string;
  };
  /** The new key from the action, shown once. */
  newKey: string | null;
  refused: RefusedForm | null;
}

export function ReadershipSettingsPage({ view, newKey, refused: answer }: ReadershipSettingsPageProps) {
  const isKeyRefusal = answer?.intent.endsWith('-key') ?? false;
  const keyRefusal = useLastRefusal(
    isKeyRefusal ? answer : null,
    `${view.version} ${newKey} ${view.key?.id}`,
  );
  const { key, shown, refused, ...handlers } = usePreservedForm({
    found: view,
    versionOf: (current) => current.version,
    intent: 'settings',
    refused: isKeyRefusal ? null : answer,
  });
  const { settings, version } = shown;
  const { field, box } = fieldProps<Record<Field | Box, unknown>>(refused, settings);
  return (
    <>
      <PageHead title="Readership Settings" text="How long data is kept, and where figures appear.">
        <Link className="button button--quiet" to="/admin/readership">
          Back to Readership
        </Link>
      </PageHead>
      <div className="settings">
        <Form className="form settings__form" method="post" preventScrollReset key={key} {...handlers}>
          <FormRefusal refused={refused} />
          <input type="hidden" name="intent" value="settings" />
          <input type="hidden" name="version" value={typedText(refused, 'version') || version || ''} />
          <SettingsGroup title="Log">
            <FormField
              label="Days"
              type="number"
              min={MIN_LOG_DAYS}
              max={MAX_LOG_DAYS}
              required
              hint="How long single page views are kept. Totals are kept indefinitely."
              {...field('logDays')}
            />
          </SettingsGroup>
          <SettingsGroup title="Popular articles">
            <SelectField
              label="Selected by"
              hint="“Engaged minutes” picks the articles read longest in the last 7 days."
              {...field('popular')}
            >
              <option value="chosen">Editors</option>
              <option value="computed">Engaged minutes</option>
            </SelectField>
            <FormField
              label="Articles"
              type="number"
              min={1}
              max={MAX_POPULAR}
              required
              hint="Number of articles in a computed list."
              {...field('popularCount')}
            />
            <CheckboxField
              label="Show “Most read”"
              hint="On the home page and on article pages."
              {...box('showMostRead')}
            />
          </SettingsGroup>
          <SettingsGroup title="Email">
            <CheckboxField
              label="Send a summary on Mondays"
              hint="To editors and admins: the most read articles, what grew, and what readers left early."
              {...box('weeklyEmail')}
            />
          </SettingsGroup>
          <SaveSettings />
        </Form>
        <ReadershipKey
          current={view.key}
          newKey={newKey}
          timeZone={view.timeZone}
          address={view.address}
          refused={keyRefusal}
        />
      </div>
    </>
  );
}
