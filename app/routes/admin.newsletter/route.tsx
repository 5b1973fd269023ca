// The newsletter screen: issues, the next send time and delivery figures.
import { data } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  createIssue,
  deleteIssue,
  ISSUES_PER_PAGE,
  listIssues,
} from '~/features/newsletter/issues/manage-issues.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { readDialog } from '~/http/forms/dialog-address.server';
import { adminLoader } from '~/http/session/guards.server';
import { NewsletterIssuesPage } from '~/layouts/admin/newsletter/newsletter-page';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { pageNumber } from '~/lib/query-string';

export const meta = noIndexMeta('Newsletter');

const HERE = '/admin/newsletter';

export const loader = adminLoader('newsletter', async ({ ctx, url }) => {
  const open = readDialog(url, { new: 'without id', delete: 'with id' });
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

export const action = adminForm({
  capability: 'newsletter',
  fields: ({ text }) => ({ day: text('day') }),
  next: HERE,
  intents: {
    create: {
      failure: 'Failed to create issue',
      async run({ ctx, viewer, fields }) {
        const id = await createIssue(ctx, viewer, fields.day);
        return { title: 'Issue created successfully', to: `${HERE}/${id}` };
      },
    },
    delete: {
      failure: 'Failed to delete issue',
      async run({ ctx, viewer, id }) {
        await deleteIssue(ctx, viewer, id);
        return 'Issue deleted successfully';
      },
    },
  },
});

export default function Newsletter() {
  return (
    <NewsletterIssuesPage
      view={useLoaderData<typeof loader>()}
      refused={useActionData<typeof action>() ?? null}
    />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load newsletter" />;
}
