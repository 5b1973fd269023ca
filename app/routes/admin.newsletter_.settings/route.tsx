// Who writes the newsletter, when it leaves, and what an issue has by itself.
import type { ActionFunctionArgs, HeadersFunction, MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  readNewsletterSettings,
  saveNewsletterSettings,
} from '~/features/settings/newsletter-settings.server';
import { acceptForm } from '~/http/accept-form.server';
import { refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
import { AdminError } from '../admin/admin-error';
import { BOXES, FIELDS } from './settings-fields';
import { NewsletterSettingsPage } from './settings-page';

export const meta: MetaFunction = () => [
  { title: 'Newsletter Settings' },
  { name: 'robots', content: 'noindex' },
];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = adminLoader('newsletter', async ({ ctx }) => {
  const { newsletter, site } = await readNewsletterSettings(ctx);
  return { settings: newsletter, zone: site.timeZone.replaceAll('_', ' ') };
});

const LONGEST = 6_000;

function typedIn(form: PostedForm) {
  return Object.fromEntries([
    ...FIELDS.map((field) => [field, form.text(field, LONGEST)]),
    ...BOXES.map((box) => [box, form.has(box) ? 'on' : '']),
  ]) as Record<string, string>;
}

export const action = adminAction('newsletter', async ({ ctx, viewer, request }) => {
  const form = await readForm(request);
  try {
    await saveNewsletterSettings(ctx, viewer, typedIn(form));
    return acceptForm(ctx, '/admin/newsletter/settings', { title: 'Newsletter settings saved' });
  } catch (error) {
    return refuseForm(ctx, error, {
      intent: 'settings',
      title: 'Failed to save settings',
      typed: typedIn(form),
      fallback: 'Please try again in a moment.',
    });
  }
}) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

export default function Settings() {
  return (
    <NewsletterSettingsPage
      {...useLoaderData<typeof loader>()}
      refused={useActionData<typeof action>() ?? null}
    />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load settings" />;
}
