// One newsletter issue: edit, preview, test, send, and delivery figures.
import type { MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { listIssueReadership } from '~/features/newsletter/issues/issue-readership.server';
import { getIssueView, saveIssue, sendTest } from '~/features/newsletter/issues/manage-issues.server';
import { listPickable } from '~/features/newsletter/issues/pickable.server';
import { sendNow } from '~/features/newsletter/issues/start-sending.server';
import { adminForm } from '~/http/forms/admin-form.server';
import { readDialog } from '~/http/forms/dialog-address.server';
import type { PostedForm } from '~/http/forms/read-form.server';
import { idParam } from '~/http/forms/url-params.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { toSearchText } from '~/lib/text';
import { revalidateWhenStale } from '~/ui/revalidate';
import { chosenArticles } from './article-picks';
import { IssuePage, type IssuePageView } from './issue-page';
import { ReturnedIssue } from './returned-issue';

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: view ? `Issue of ${view.issue.date}` : 'Issue' },
  { name: 'robots', content: 'noindex' },
];
export const shouldRevalidate = revalidateWhenStale;

export const loader = adminLoader<IssuePageView, null>(
  'newsletter',
  async ({ ctx, params, url }) => {
    const id = idParam(params);
    const open = readDialog(url, { send: 'without id' });
    const [issue, pickable, readership] = await Promise.all([
      getIssueView(ctx, id),
      listPickable(ctx, toSearchText(url.searchParams.get('search'))),
      listIssueReadership(ctx, id),
    ]);
    return { issue, pickable, readership, asksToSend: open !== null && issue.status === 'draft' };
  },
  () => null,
);

const MAX_INTRO_LENGTH = 6_000;

function readFields(form: PostedForm) {
  const places = form.names().filter((name) => name.startsWith('place-'));
  return {
    subject: form.text('subject'),
    intro: form.text('intro', MAX_INTRO_LENGTH),
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
  runningAt: (_, { params }) => `/admin/newsletter/${idParam(params)}`,
  intents: {
    save: {
      failure: 'Failed to save issue',
      async run({ ctx, viewer, params, fields, version }) {
        const articleIds = fields.picks === 'chosen' ? chosenArticles(fields) : null;
        await saveIssue(ctx, viewer, idParam(params), { ...fields, articleIds }, version);
        return 'Issue saved';
      },
    },
    test: {
      failure: 'Failed to send test email',
      async run({ ctx, viewer, params }) {
        await sendTest(ctx, idParam(params), viewer.email);
        return `Test email sent to ${viewer.email}`;
      },
    },
    send: {
      failure: 'Failed to send issue',
      async run({ ctx, viewer, params, version }) {
        await sendNow(ctx, viewer, idParam(params), version);
        return 'Sending the issue';
      },
    },
  },
});

export default function Issue() {
  const view = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() ?? null;
  if (view) return <IssuePage key={view.issue.id} view={view} refused={refused} />;
  return refused && <ReturnedIssue refused={refused} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load issue" />;
}
