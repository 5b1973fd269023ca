// The newsletter settings form: sender, schedule and template.
import { Form, Link } from '@remix-run/react';
import { MAX_ARTICLES, type NewsletterSettings } from '~/features/settings/newsletter-settings';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { PageHead } from '~/layouts/admin/list/page-head';
import { SaveSettings, SettingsGroup } from '~/layouts/admin/list/settings-group';
import { fieldProps } from '~/layouts/admin/unsaved/field-props';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { usePreservedForm } from '~/layouts/admin/unsaved/use-preserved-form';
import { CheckboxField, FormField, TextareaField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';

/** The form field names, equal to the input names in the newsletter settings feature. */
export const FIELDS = [
  'senderName',
  'senderAddress',
  'postalAddress',
  'time',
  'intro',
  'articleCount',
] as const;
export const BOXES = ['isScheduled', 'withCta', 'withAd', 'countClicks'] as const;
type Field = (typeof FIELDS)[number];
type Box = (typeof BOXES)[number];

interface NewsletterSettingsView {
  settings: NewsletterSettings;
  zone: string;
  /** Null when signed out, because the page must not reveal it. */
  version: string | null;
}

interface NewsletterSettingsPageProps {
  view: NewsletterSettingsView;
  refused: RefusedForm | null;
}

export function NewsletterSettingsPage({ view, refused: answer }: NewsletterSettingsPageProps) {
  const { key, shown, refused, ...handlers } = usePreservedForm({
    found: view,
    versionOf: (current) => current.version,
    intent: 'settings',
    refused: answer,
  });
  const { settings, zone, version } = shown;
  const { field, box } = fieldProps<Record<Field | Box, unknown>>(refused, settings);
  return (
    <>
      <PageHead title="Newsletter Settings" text="Defaults for new issues.">
        <Link className="button button--quiet" to="/admin/newsletter">
          Back to Newsletter
        </Link>
      </PageHead>
      <Form
        className="form settings__form newsletter-settings"
        method="post"
        preventScrollReset
        key={key}
        {...handlers}
      >
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value="settings" />
        <input type="hidden" name="version" value={typedText(refused, 'version') || version || ''} />
        <SettingsGroup
          title="Sender"
          text="Included in every email. Nothing is sent until these fields are complete."
        >
          <FormField label="Sender name" required maxLength={80} {...field('senderName')} />
          <FormField
            label="Sender address"
            type="email"
            required
            maxLength={254}
            autoComplete="off"
            hint="Its domain must be verified with your mail provider."
            {...field('senderAddress')}
          />
          <TextareaField
            label="Postal address"
            required
            maxLength={300}
            hint="Required by law in every newsletter email."
            {...field('postalAddress')}
          />
        </SettingsGroup>
        <SettingsGroup title="Every Tuesday">
          <CheckboxField
            label="Send automatically"
            hint="Sends the issue you prepared, or one with the week’s articles."
            {...box('isScheduled')}
          />
          <FormField label="Time" type="time" required hint={`Time zone: ${zone}.`} {...field('time')} />
        </SettingsGroup>
        <SettingsGroup title="Template">
          <TextareaField
            label="Introduction"
            rows={5}
            maxLength={5000}
            hint="Separate paragraphs with a blank line."
            {...field('intro')}
          />
          <FormField
            label="Articles"
            type="number"
            min={1}
            max={MAX_ARTICLES}
            required
            hint="Maximum number of articles per issue. Featured articles come first, then popular ones."
            {...field('articleCount')}
          />
          <CheckboxField
            label="Include a call to action"
            hint="The newest active CTA without a category."
            {...box('withCta')}
          />
          <CheckboxField
            label="Include an ad"
            hint="The active ad with the highest priority that has a JPEG, PNG or GIF image and a link."
            {...box('withAd')}
          />
          <CheckboxField
            label="Count clicks"
            hint="Counts clicks per link. We don’t record who clicked."
            {...box('countClicks')}
          />
        </SettingsGroup>
        <SaveSettings />
      </Form>
    </>
  );
}
