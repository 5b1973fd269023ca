// The site settings form.
import { Form } from '@remix-run/react';
import {
  MEMBER_IDLE_DAYS,
  MIN_IDLE_HOURS,
  SESSION_DAYS,
  STAFF_IDLE_HOURS,
} from '~/features/accounts/account';
import type { SiteSettings } from '~/features/settings/site-settings';
import { SOCIAL_NETWORKS } from '~/features/settings/social-networks';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { ConfirmFields, type Ways } from '~/layouts/account/confirm-fields';
import { SaveSettings, SettingsGroup } from '~/layouts/admin/list/settings-group';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { CheckboxField, FormField, SelectField, TextareaField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import type { SettingsField } from './settings-fields';

export interface TimeZoneArea {
  area: string;
  zones: string[];
}

interface SettingsFormProps {
  settings: SiteSettings;
  /** Null while the database is unavailable. */
  version: string | null;
  zones: TimeZoneArea[];
  refused: RefusedForm | null;
  ways: Ways | null;
  isConfirmed: boolean;
  onInput(): void;
  onSubmit(): void;
}

/** '#' is the stored placeholder for a link that is not set. */
const shown = (link: string | undefined) => (link === '#' ? '' : link);

export function SettingsForm(props: SettingsFormProps) {
  const { settings, version, zones, refused, ways, isConfirmed, onInput, onSubmit } = props;
  const issues = refused?.issues ?? {};
  // The confirmation may have expired after the form was opened; the rejected form then asks for it.
  const asks = !isConfirmed || 'proofPassword' in issues || 'proofCode' in issues;
  /** Props of a field: name, submitted or stored value, and error. */
  const field = (name: SettingsField, stored: string | undefined) => {
    const typed = refused?.typed[name];
    return { name, defaultValue: typeof typed === 'string' ? typed : stored, error: refused?.issues[name] };
  };
  return (
    <Form
      className="form settings__form"
      method="post"
      preventScrollReset
      onInput={onInput}
      onSubmit={onSubmit}
    >
      <FormRefusal refused={refused} />
      <input type="hidden" name="intent" value="settings" />
      <input type="hidden" name="version" value={typedText(refused, 'version') || version || ''} />
      <h2 className="settings__title">The magazine</h2>
      <SettingsGroup heading="h3" title="Name and time">
        <FormField label="Magazine name" required maxLength={80} {...field('name', settings.name)} />
        <TextareaField
          label="Blurb"
          required
          maxLength={400}
          hint="Shown in the footer, feeds and search results."
          {...field('blurb', settings.blurb)}
        />
        <SelectField
          label="Time zone"
          hint="Used for dates on the site and for scheduling."
          {...field('timeZone', settings.timeZone)}
        >
          {zones.map(({ area, zones: names }) => (
            <optgroup key={area} label={area}>
              {names.map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
      </SettingsGroup>
      <SettingsGroup
        heading="h3"
        title="Social links"
        text="Leave blank to keep the placeholder link in the footer."
      >
        <div className="form__row">
          {SOCIAL_NETWORKS.map((network, index) => (
            <FormField
              key={network}
              label={network}
              type="url"
              inputMode="url"
              autoComplete="off"
              maxLength={300}
              placeholder="https://"
              {...field(network.toLowerCase() as SettingsField, shown(settings.socialLinks[index]))}
            />
          ))}
        </div>
      </SettingsGroup>
      <SettingsGroup
        heading="h3"
        title="Marketing figures"
        text="Shown on the newsletter page and in the home page’s newsletter banner."
      >
        <div className="form__row">
          <FormField
            label="Readers"
            required
            maxLength={20}
            {...field('readersFigure', settings.readersFigure)}
          />
          <FormField
            label="Average growth"
            required
            maxLength={20}
            {...field('growthFigure', settings.growthFigure)}
          />
        </div>
      </SettingsGroup>
      <SettingsGroup heading="h3" title="Newsletter texts">
        <FormField
          label="Banner headline"
          required
          maxLength={120}
          {...field('newsletterHeadline', settings.newsletterHeadline)}
        />
        <TextareaField
          label="Banner text"
          required
          maxLength={300}
          hint="{readers} is replaced by the Readers figure."
          {...field('newsletterText', settings.newsletterText)}
        />
        <TextareaField
          label="Newsletter page introduction"
          required
          maxLength={400}
          {...field('newsletterIntro', settings.newsletterIntro)}
        />
      </SettingsGroup>
      <SettingsGroup heading="h3" title="Images">
        <FormField
          label="Daily spending cap"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          hint="Maximum cost of generated images per day, in US dollars. 0 allows only free images."
          {...field('imageDailyCap', settings.imageDailyCap.toFixed(2))}
        />
        <TextareaField
          label="Blocked image hosts"
          spellCheck={false}
          hint="One per line. Images from these hosts are replaced by a stock photo."
          {...field('blockedImageHosts', settings.blockedImageHosts?.join('\n'))}
        />
        <CheckboxField
          label="Require alt text to publish"
          name="requireAltText"
          defaultChecked={refused ? refused.typed.requireAltText === 'on' : settings.requireAltText}
          hint="An article can’t be published, scheduled or updated while an image in its text has no alt text; empty alt text counts as missing. Drafts can always be saved. The webhook publishes with a warning."
        />
      </SettingsGroup>
      <SettingsGroup heading="h3" title="Advertising">
        <TextareaField
          label="ads.txt"
          spellCheck={false}
          rows={5}
          hint="Authorized sellers of your ads, one record per line. Published at /ads.txt. Leave blank to publish no file."
          {...field('adsTxt', settings.adsTxt)}
        />
      </SettingsGroup>
      <SettingsGroup heading="h3" title="Search engines">
        <FormField
          label="IndexNow key"
          spellCheck={false}
          autoComplete="off"
          maxLength={128}
          hint="8 to 128 random characters: A to Z, 0 to 9, and hyphens. Tells Bing and other search engines about new, moved, hidden, and deleted articles and pages. Leave blank to turn this off."
          {...field('indexNowKey', settings.indexNowKey)}
        />
      </SettingsGroup>
      <SettingsGroup heading="h3" title="Security">
        <CheckboxField
          label="Require a second factor for staff"
          name="requireSecondFactor"
          defaultChecked={refused ? refused.typed.requireSecondFactor === 'on' : settings.requireSecondFactor}
          hint="Everyone with a role except authors must set one up before they can open Newsroom. This includes you."
        />
        <div className="form__row">
          <FormField
            label="Sign readers out after (days)"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            hint={`Days without a visit, from 1 to ${SESSION_DAYS}. Leave blank for ${MEMBER_IDLE_DAYS}.`}
            {...field('memberIdleDays', String(settings.memberIdleDays))}
          />
          <FormField
            label="Sign staff out after (hours)"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            hint={`Hours without a visit, from ${MIN_IDLE_HOURS} to ${SESSION_DAYS * 24}. Staff is everyone with a role. Leave blank for ${STAFF_IDLE_HOURS}.`}
            {...field('staffIdleHours', String(settings.staffIdleHours))}
          />
        </div>
        {asks && (
          <ConfirmFields
            ways={ways}
            issues={issues}
            here="/admin/settings"
            onlyFor={
              settings.requireSecondFactor
                ? 'to stop requiring a second factor or to keep people signed in longer'
                : 'to keep people signed in longer'
            }
          />
        )}
      </SettingsGroup>
      <SaveSettings />
    </Form>
  );
}
