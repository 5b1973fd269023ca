// The newsletter: its issues, when the next one leaves, and how the letters fared.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  createIssue,
  deleteIssue,
  ISSUES_PER_PAGE,
  listIssues,
} from '~/features/newsletter/issues/manage-issues.server';
import { acceptForm } from '~/http/accept-form.server';
import { idOf, readDialog } from '~/http/dialog-address.server';
import { refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/guards.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
import { pageNumber } from '~/lib/page-number';
import { AdminError } from '../admin/admin-error';
import { NewsletterPage } from './newsletter-page';

export const meta: MetaFunction = () => [{ title: 'Newsletter' }, { name: 'robots', content: 'noindex' }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

const HERE = '/admin/newsletter';

export const loader = adminLoader('newsletter', async ({ ctx, url }) => {
  const open = readDialog(url, { new: 'of none', delete: 'of one' });
  const page = pageNumber(url.searchParams.get('page'));
  const list = await listIssues(ctx, page);
  const issue = list.issues.find(({ id }) => id === open?.id) ?? null;
  const view = {
    ...list,
    page,
    pageCount: Math.ceil(list.total / ISSUES_PER_PAGE),
    dialog: open && { kind: open.kind, id: open.id, date: issue?.date ?? null },
  };
  return data(view, { status: open?.id && !issue ? 404 : 200 });
});

export const action = adminAction('newsletter', async (visit) => {
  const form = await readForm(visit.request);
  const intent = form.text('intent');
  try {
    return await accept(intent, visit, form);
  } catch (error) {
    return refuseForm(visit.ctx, error, {
      intent,
      title: intent === 'delete' ? 'Failed to delete issue' : 'Failed to create issue',
      typed: { id: form.text('id'), day: form.text('day') },
      fallback: 'Please try again in a moment.',
    });
  }
}) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

async function accept(intent: string, { ctx, viewer }: SignedInVisit, form: PostedForm) {
  switch (intent) {
    case 'create': {
      const id = await createIssue(ctx, viewer, form.text('day'));
      return acceptForm(ctx, `${HERE}/${id}`, { title: 'Issue created successfully' });
    }
    case 'delete':
      await deleteIssue(ctx, viewer, idOf(form));
      return acceptForm(ctx, HERE, { title: 'Issue deleted successfully' });
    default:
      throw new Response(null, { status: 400 });
  }
}

export default function Newsletter() {
  return (
    <NewsletterPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load the newsletter" />;
}
