// One issue: prepared, tried out, sent, and how its letters fared.
import type {
  ActionFunctionArgs,
  HeadersFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  getIssueView,
  listPickable,
  saveIssue,
  sendTest,
} from '~/features/newsletter/issues/manage-issues.server';
import { sendNow } from '~/features/newsletter/issues/start-sending.server';
import { acceptForm } from '~/http/accept-form.server';
import { readDialog } from '~/http/dialog-address.server';
import { refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/guards.server';
import { idParam } from '~/http/id-param.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
import { ConflictError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
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

export const loader = adminLoader(
  'newsletter',
  async ({ ctx, params, url }) => {
    const id = idParam(params);
    const open = readDialog(url, { send: 'of none' });
    const [issue, pickable] = await Promise.all([getIssueView(ctx, id), listPickable(ctx)]);
    return { issue, pickable, asksToSend: open !== null && issue.status === 'draft' };
  },
  () => null,
) as (args: LoaderFunctionArgs) => Promise<IssuePageView | null>;

const FAILURES: Record<string, string> = {
  send: 'Failed to send issue',
  test: 'Failed to send the test',
};
const LONGEST_INTRO = 6_000;

function refuse(ctx: AppContext, error: unknown, form: PostedForm) {
  const intent = form.text('intent');
  return refuseForm(ctx, error, {
    intent,
    title: FAILURES[intent] ?? 'Failed to save issue',
    typed: {
      ...typedIn(form),
      // Whoever was told of the other state saves over it.
      stamp: error instanceof ConflictError ? '' : form.text('stamp'),
    },
    fallback: 'Please try again in a moment.',
  });
}

export const action = adminAction(
  'newsletter',
  async (visit) => {
    const form = await readForm(visit.request);
    try {
      return await accept(form.text('intent'), visit, form);
    } catch (error) {
      return refuse(visit.ctx, error, form);
    }
  },
  async ({ ctx, request }, error) => refuse(ctx, error, await readForm(request)),
) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

function typedIn(form: PostedForm) {
  const places = form.names().filter((name) => name.startsWith('place-'));
  return {
    subject: form.text('subject'),
    intro: form.text('intro', LONGEST_INTRO),
    picks: form.text('picks'),
    cta: form.text('cta'),
    ad: form.text('ad'),
    onSchedule: form.has('onSchedule') ? 'on' : '',
    ...Object.fromEntries(places.map((name) => [name, form.text(name)])),
  };
}

async function accept(intent: string, { ctx, viewer, params }: SignedInVisit, form: PostedForm) {
  const id = idParam(params);
  const here = `/admin/newsletter/${id}`;
  switch (intent) {
    case 'save': {
      const typed = typedIn(form);
      const input = {
        ...typed,
        articleIds: typed.picks === 'chosen' ? chosenArticles(typed) : null,
        onSchedule: typed.onSchedule === 'on',
      };
      await saveIssue(ctx, viewer, id, input, form.text('stamp'));
      return acceptForm(ctx, here, { title: 'Issue saved' });
    }
    case 'test':
      await sendTest(ctx, id, viewer.email);
      return acceptForm(ctx, here, { title: `A test is on its way to ${viewer.email}` });
    case 'send':
      await sendNow(ctx, viewer, id, form.text('stamp'));
      return acceptForm(ctx, here, { title: 'The issue is on its way' });
    default:
      throw new Response(null, { status: 400 });
  }
}

export default function Issue() {
  const view = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() ?? null;
  if (view) return <IssuePage key={view.issue.id} view={view} refused={refused} />;
  return refused && <GivenBackIssue refused={refused} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load issue" />;
}
