// One issue: prepared, tried out, sent, and how its letters fared.
import type { HeadersFunction, MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  getIssueView,
  listPickable,
  saveIssue,
  sendTest,
} from '~/features/newsletter/issues/manage-issues.server';
import { sendNow } from '~/features/newsletter/issues/start-sending.server';
import { readDialog } from '~/http/dialog-address.server';
import { adminForm } from '~/http/forms/admin-form.server';
import { adminLoader } from '~/http/guards.server';
import { idParam } from '~/http/id-param.server';
import type { PostedForm } from '~/http/read-form.server';
import { AdminError } from '../admin/admin-error';
import { revalidateWhenStale } from '../admin/revalidate-when-stale';
import { GivenBackIssue } from './given-back-issue';
import { IssuePage, type IssuePageView } from './issue-page';
import { chosenArticles } from './place-fields';

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: view ? `Issue of ${view.issue.date}` : 'Issue' },
  { name: 'robots', content: 'noindex' },
];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const shouldRevalidate = revalidateWhenStale;

export const loader = adminLoader<IssuePageView | null>(
  'newsletter',
  async ({ ctx, params, url }) => {
    const id = idParam(params);
    const open = readDialog(url, { send: 'of none' });
    const [issue, pickable] = await Promise.all([getIssueView(ctx, id), listPickable(ctx)]);
    return { issue, pickable, asksToSend: open !== null && issue.status === 'draft' };
  },
  () => null,
);

const LONGEST_INTRO = 6_000;

function readFields(form: PostedForm) {
  const places = form.names().filter((name) => name.startsWith('place-'));
  return {
    subject: form.text('subject'),
    intro: form.text('intro', LONGEST_INTRO),
    picks: form.text('picks'),
    cta: form.text('cta'),
    ad: form.text('ad'),
    onSchedule: form.has('onSchedule'),
    ...Object.fromEntries(places.map((name) => [name, form.text(name)])),
  };
}

export const action = adminForm({
  capability: 'newsletter',
  keepsInput: true,
  fields: readFields,
  next: ({ params }) => `/admin/newsletter/${idParam(params)}`,
  intents: {
    save: {
      failure: 'Failed to save issue',
      async run({ ctx, viewer, params, fields, stamp }) {
        const articleIds = fields.picks === 'chosen' ? chosenArticles(fields) : null;
        await saveIssue(ctx, viewer, idParam(params), { ...fields, articleIds }, stamp);
        return 'Issue saved';
      },
    },
    test: {
      failure: 'Failed to send the test',
      async run({ ctx, viewer, params }) {
        await sendTest(ctx, idParam(params), viewer.email);
        return `A test is on its way to ${viewer.email}`;
      },
    },
    send: {
      failure: 'Failed to send issue',
      async run({ ctx, viewer, params, stamp }) {
        await sendNow(ctx, viewer, idParam(params), stamp);
        return 'The issue is on its way';
      },
    },
  },
});

export default function Issue() {
  const view = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() ?? null;
  if (view) return <IssuePage key={view.issue.id} view={view} refused={refused} />;
  return refused && <GivenBackIssue refused={refused} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load issue" />;
}
