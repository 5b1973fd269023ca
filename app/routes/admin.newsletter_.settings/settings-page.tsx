// The newsletter's settings: the sender, the hour, the template.
import { Form, Link } from '@remix-run/react';
import { type ReactNode, useId } from 'react';
import { MOST_ARTICLES, type NewsletterSettings } from '~/features/settings/newsletter-settings';
import type { RefusedForm } from '~/http/form-answer.server';
import { CheckboxField, FormField, TextareaField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { SubmitButton } from '~/ui/submit-button';
import { PageHead } from '../admin/page-head';
import { typedText } from '../admin/typed-text';
import { useKeptForm } from '../admin/use-kept-form';
import type { Box, Field } from './settings-fields';

interface NewsletterSettingsView {
  settings: NewsletterSettings;
  zone: string;
  /** Null while nobody is known to whom it could be told. */
  stamp: string | null;
}

interface NewsletterSettingsPageProps {
  view: NewsletterSettingsView;
  refused: RefusedForm | null;
}

export function NewsletterSettingsPage({ view, refused: answer }: NewsletterSettingsPageProps) {
  const { key, shown, refused, ...handlers } = useKeptForm({
    found: view,
    stampOf: (told) => told.stamp,
    intent: 'settings',
    refused: answer,
  });
  const { settings, zone, stamp } = shown;
  const field = (name: Field) => ({
    name,
    defaultValue: typedText(refused, name) ?? String(settings[name]),
    error: refused?.issues[name],
  });
  const box = (name: Box) => ({
    name,
    defaultChecked: refused ? typedText(refused, name) === 'on' : settings[name],
  });
  return (
    <>
      <PageHead
        title="Newsletter Settings"
        text="Issues that are prepared later begin with what stands here."
      >
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
        <input type="hidden" name="stamp" value={stamp ?? String(refused?.typed.stamp)} />
        <Part title="Sender" text="Stands in every letter. Nothing is sent before it is complete.">
          <FormField label="Sender name" required maxLength={80} {...field('senderName')} />
          <FormField
            label="Sender address"
            type="email"
            required
            maxLength={254}
            autoComplete="off"
            hint="Your mail provider must know its domain."
            {...field('senderAddress')}
          />
          <TextareaField
            label="Postal address"
            required
            maxLength={300}
            hint="The law asks for one in every letter."
            {...field('postalAddress')}
          />
        </Part>
        <Part title="Every Tuesday">
          <CheckboxField
            label="Send by itself"
            hint="An issue that you prepared, or one made of the week’s articles."
            {...box('isScheduled')}
          />
          <FormField label="Time" type="time" required hint={`In ${zone}.`} {...field('time')} />
        </Part>
        <Part title="Template">
          <TextareaField
            label="Introduction"
            rows={5}
            maxLength={5000}
            hint="An empty line begins another paragraph."
            {...field('intro')}
          />
          <FormField
            label="Articles"
            type="number"
            min={1}
            max={MOST_ARTICLES}
            required
            hint="At most so many of the week’s articles: featured ones first, then popular ones."
            {...field('articleCount')}
          />
          <CheckboxField
            label="With a call to action"
            hint="The newest active one of no category."
            {...box('withCta')}
          />
          <CheckboxField
            label="With an ad"
            hint="The active one of the highest priority that has a picture and a link."
            {...box('withAd')}
          />
          <CheckboxField
            label="Count clicks"
            hint="How often each link is followed. Nothing is noted about who did."
            {...box('countClicks')}
          />
        </Part>
        <p className="settings__save">
          <SubmitButton intent="settings" pending="Saving...">
            Save Settings
          </SubmitButton>
        </p>
      </Form>
    </>
  );
}

function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="panel settings__part" aria-labelledby={id}>
      <h2 className="panel__title" id={id}>
        {title}
      </h2>
      {text && <p className="settings__text">{text}</p>}
      {children}
    </section>
  );
}
