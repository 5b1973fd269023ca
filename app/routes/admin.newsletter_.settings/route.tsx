// Who writes the newsletter, when it leaves, and what an issue has by itself.
import type { ActionFunctionArgs, HeadersFunction, MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DEFAULT_NEWSLETTER } from '~/features/settings/newsletter-settings';
import {
  getEditedNewsletterSettings,
  saveNewsletterSettings,
} from '~/features/settings/newsletter-settings.server';
import { DEFAULT_SETTINGS } from '~/features/settings/site-settings';
import { acceptForm } from '~/http/accept-form.server';
import { refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
import type { AppContext } from '~/platform/context';
import { AdminError } from '../admin/admin-error';
import { revalidateWhenStale } from '../admin/revalidate-when-stale';
import { BOXES, FIELDS } from './settings-fields';
import { NewsletterSettingsPage } from './settings-page';

export const meta: MetaFunction = () => [
  { title: 'Newsletter Settings' },
  { name: 'robots', content: 'noindex' },
];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const shouldRevalidate = revalidateWhenStale;

export const loader = adminLoader(
  'newsletter',
  async ({ ctx }) => {
    const { newsletter, site, stamp } = await getEditedNewsletterSettings(ctx);
    return { settings: newsletter, zone: zoneName(site.timeZone), stamp: stamp as string | null };
  },
  // A form that is given back brings what was typed, and the stamp it started from.
  () => ({ settings: DEFAULT_NEWSLETTER, zone: zoneName(DEFAULT_SETTINGS.timeZone), stamp: null }),
);

const zoneName = (zone: string) => zone.replaceAll('_', ' ');

const LONGEST = 6_000;

function typedIn(form: PostedForm) {
  return Object.fromEntries([
    ...FIELDS.map((field) => [field, form.text(field, LONGEST)]),
    ...BOXES.map((box) => [box, form.has(box) ? 'on' : '']),
  ]) as Record<string, string>;
}

function refuse(ctx: AppContext, error: unknown, form: PostedForm) {
  return refuseForm(ctx, error, {
    intent: 'settings',
    title: 'Failed to save settings',
    typed: { ...typedIn(form), stamp: form.text('stamp') },
    fallback: 'Please try again in a moment.',
  });
}

export const action = adminAction(
  'newsletter',
  async ({ ctx, viewer, request }) => {
    const form = await readForm(request);
    const stamp = form.has('stamp') ? form.text('stamp') : null;
    try {
      await saveNewsletterSettings(ctx, viewer, typedIn(form), stamp);
      return acceptForm(ctx, '/admin/newsletter/settings', { title: 'Newsletter settings saved' });
    } catch (error) {
      return refuse(ctx, error, form);
    }
  },
  async ({ ctx, request }, error) => refuse(ctx, error, await readForm(request)),
) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

export default function Settings() {
  return (
    <NewsletterSettingsPage
      view={useLoaderData<typeof loader>()}
      refused={useActionData<typeof action>() ?? null}
    />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load settings" />;
}
