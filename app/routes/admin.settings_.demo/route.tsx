// Removes the demo data after showing how much of it there is.

import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { listDemoRows, removeDemo } from '~/features/demo/demo.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { confirmationMethods, confirmVisit } from '~/http/session/confirm-identity.server';
import { adminLoader } from '~/http/session/guards.server';
import { ConfirmFields } from '~/layouts/account/confirm-fields';
import { PageHead } from '~/layouts/admin/list/page-head';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { FormRefusal } from '~/ui/form-refusal';
import { revalidateToConfirm } from '~/ui/revalidate';
import { SubmitButton } from '~/ui/submit-button';

export const meta = noIndexMeta('Demo Data');

export const shouldRevalidate = revalidateToConfirm;

export const loader = adminLoader('settings', async (visit) => ({
  rows: await listDemoRows(visit.ctx),
  ways: confirmationMethods(visit),
}));

export const action = adminForm({
  capability: 'settings',
  next: '/admin/settings',
  intents: {
    remove: {
      failure: 'Failed to remove the demo data',
      async run(submission) {
        // It deletes accounts.
        await removeDemo(submission.ctx, await confirmVisit(submission, submission.form));
        return 'Demo data removed';
      },
    },
  },
});

const NAMES: Record<string, string> = {
  articles: 'Articles',
  categories: 'Categories',
  tags: 'Tags',
  authors: 'Authors',
  ads: 'Ads',
  ctas: 'Calls to action',
  leads: 'Leads',
  newsletter_issues: 'Newsletter issues',
  media: 'Images',
  pages: 'Pages',
  article_templates: 'Article templates',
  users: 'Accounts',
  settings: 'Settings',
  redirects: 'Redirects',
  jobs: 'Jobs',
  webhook_keys: 'Webhook keys',
  webhook_requests: 'Webhook requests',
  unknown_paths: 'Unknown paths',
  audit_log: 'Audit log entries',
  search_counts: 'Days of search figures',
  reading_days: 'Days of readership',
  ad_days: 'Days of ad figures',
};

export default function Demo() {
  const { rows, ways } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() ?? null;
  const hasDemo = rows.length > 0;
  return (
    <>
      <PageHead
        title="Demo Data"
        text={hasDemo ? 'Demo content that is still in this magazine.' : 'There is no demo data left.'}
      >
        <Link className="button button--quiet" to="/admin/settings">
          Back to Settings
        </Link>
      </PageHead>
      {hasDemo && (
        <section className="panel" aria-label="Demo data">
          <FormRefusal refused={refused} />
          <dl className="facts facts--columns">
            {rows.map(({ kind, count, edited }) => (
              <div className="facts__fact" key={kind}>
                <dt>{NAMES[kind] ?? kind}</dt>
                <dd>
                  {count.toLocaleString('en-US')}
                  {edited > 0 && ` (${edited.toLocaleString('en-US')} edited)`}
                </dd>
              </div>
            ))}
          </dl>
          <p className="panel__text">
            Edited items stay, along with the categories, tags, authors and images they use. Your account
            stays too. Leads, redirects, webhook keys, and unused tags and images are removed even if edited.
            You can’t undo this.
          </p>
          <Form className="form" method="post">
            <input type="hidden" name="intent" value="remove" />
            <ConfirmFields ways={ways} issues={refused?.issues ?? {}} here="/admin/settings/demo" />
            <div>
              <SubmitButton intent="remove" pending="Removing..." className="button button--danger">
                Remove Demo Data
              </SubmitButton>
            </div>
          </Form>
        </section>
      )}
    </>
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load the demo data" />;
}
