// One newsletter issue: an editable draft, or a sent issue with its figures.
import { Form, Link } from '@remix-run/react';
import { JobProgressPanel } from '~/features/jobs/ui/job-progress';
import { type LinkReadership, toIssueLinks } from '~/features/newsletter/issues/issue-readership';
import type { IssueView } from '~/features/newsletter/issues/manage-issues.server';
import type { Pickable } from '~/features/newsletter/issues/pickable.server';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { PageHead } from '~/layouts/admin/list/page-head';
import { IssueStatusBadge } from '~/layouts/admin/newsletter/issue-status-badge';
import { Missing } from '~/layouts/admin/newsletter/newsletter-page';
import { useCarefulRevalidate, usePolling } from '~/layouts/admin/unsaved/use-careful-revalidate';
import { usePreservedForm } from '~/layouts/admin/unsaved/use-preserved-form';
import { countOf } from '~/lib/text';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import { ArticleSearchForm } from './article-picks';
import { IssueContents } from './issue-contents';
import { IssueForm } from './issue-form';
import { IssueLinks } from './issue-links';

export interface IssuePageView {
  issue: IssueView;
  pickable: Pickable;
  readership: LinkReadership[];
  asksToSend: boolean;
}

interface IssuePageProps {
  view: IssuePageView;
  refused: RefusedForm | null;
}

export function IssuePage({ view, refused }: IssuePageProps) {
  const { issue, pickable, asksToSend } = view;
  const { id, day, date, status, input, content, readers, missing, due } = issue;
  const here = `/admin/newsletter/${id}`;
  const isDraft = status === 'draft';
  const isOfForm = refused?.intent === 'save';
  const { key, shown, ...form } = usePreservedForm({
    found: view,
    versionOf: (current) => current.issue.version,
    intent: 'save',
    refused: isOfForm ? refused : null,
  });
  const blocker = sendBlocker(issue);
  const text = isDraft
    ? due
      ? `Scheduled for ${due}.`
      : 'Not scheduled. Send it when it is ready.'
    : issue.sentAt
      ? `Sent ${issue.sentAt}.`
      : 'Sending...';
  return (
    <>
      <PageHead title={`Issue of ${date}`} text={text}>
        <a className="button button--quiet" href={`${here}/preview`} target="_blank" rel="noopener">
          Preview<span className="sr-only"> (opens in a new tab)</span>
        </a>
        {isDraft ? (
          <>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="test" />
              <SubmitButton intent="test" pending="Sending..." className="button button--quiet">
                Send Me a Test
              </SubmitButton>
            </Form>
            <Link className="button" to={`${here}?send`} preventScrollReset>
              Send Now
            </Link>
          </>
        ) : (
          <a className="button button--quiet" href={`/newsletter/archive/${day}`}>
            View in Archive
          </a>
        )}
      </PageHead>
      <p className="newsletter-facts">
        <IssueStatusBadge status={status} isHeld={!input.onSchedule} />{' '}
        <a className="link" href={`${here}/preview?as=text`} target="_blank" rel="noopener">
          Plain text<span className="sr-only"> (opens in a new tab)</span>
        </a>{' '}
        <Link className="link" to="/admin/newsletter">
          All Issues
        </Link>
      </p>
      {isDraft && missing.length > 0 && <Missing missing={missing} />}
      {refused && !asksToSend && !isOfForm && <FormRefusal refused={refused} />}
      {isDraft ? (
        <>
          <ArticleSearchForm />
          <div className="newsletter-issue">
            <IssueForm
              key={key}
              issue={shown.issue}
              // A search must also show its results in a form with unsaved text.
              pickable={{ ...shown.pickable, found: pickable.found, search: pickable.search }}
              {...form}
            />
            <IssueContents content={content} title="Current contents" />
          </div>
        </>
      ) : (
        <>
          <Figures issue={issue} />
          <IssueContents content={content} title="What was sent" />
          <IssueLinks {...toIssueLinks(content, issue.clicks, view.readership)} />
        </>
      )}
      {asksToSend && (
        <ModalDialog title="Send Now" closeTo={here}>
          <Form className="form" method="post" action={here} preventScrollReset>
            <FormRefusal refused={refused} />
            <input type="hidden" name="intent" value="send" />
            <input type="hidden" name="version" value={issue.version} />
            {blocker ? (
              <p>{blocker}</p>
            ) : (
              <p>
                “<strong>{content.subject}</strong>” will be sent immediately to{' '}
                <strong>{countOf(readers, 'subscriber')}</strong>, with{' '}
                {countOf(content.articles.length, 'article')}. The last saved version is sent. This can’t be
                undone.
              </p>
            )}
            <DialogFoot closeTo={here}>
              {!blocker && (
                <SubmitButton intent="send" pending="Sending...">
                  Send to {countOf(readers, 'Subscriber')}
                </SubmitButton>
              )}
            </DialogFoot>
          </Form>
        </ModalDialog>
      )}
    </>
  );
}

/** The reason why the issue cannot be sent yet, or null. */
function sendBlocker({ missing, readers, content }: IssueView): string | null {
  if (missing.length > 0) return `Fill in ${missing.join(', ')} in the newsletter settings first.`;
  if (readers === 0) return 'No confirmed subscribers yet.';
  return content.articles.length === 0 ? 'Select at least one article first.' : null;
}

/** The cron trigger that resumes sending runs every minute. */
const POLL_INTERVAL_MS = 10_000;

/** Delivery figures. While the issue is sending, they reload after each batch of 100 emails. */
function Figures({ issue }: Pick<IssuePageView, 'issue'>) {
  const revalidate = useCarefulRevalidate();
  const { counts, status, jobId, progress } = issue;
  const isRetryPending = status === 'sending' && progress?.status !== 'running';
  usePolling(isRetryPending, POLL_INTERVAL_MS);
  const figures = [
    { label: 'Sent', value: counts.sent },
    ...(status === 'sending' ? [{ label: 'Sending', value: counts.sending }] : []),
    { label: 'Failed', value: counts.failed },
    { label: 'Unsubscribed', value: counts.unsubscribed },
  ];
  return (
    <section className="panel newsletter-figures-panel" aria-label="Delivery">
      {progress && jobId && (
        <JobProgressPanel
          jobId={jobId}
          initial={progress}
          label="Batches of 100 emails"
          onChange={revalidate}
        />
      )}
      <dl className="newsletter-counts">
        {figures.map(({ label, value }) => (
          <div className="newsletter-counts__count" key={label}>
            <dt>{label}</dt>
            <dd>{value.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      {counts.skipped > 0 && (
        <p className="newsletter-facts">
          {countOf(counts.skipped, 'subscriber')} unsubscribed before sending and didn’t get this issue.
        </p>
      )}
      {isRetryPending && (
        <p className="newsletter-facts" role="status">
          Some emails couldn’t be delivered to the mail provider. We retry automatically, waiting longer after
          each attempt.
        </p>
      )}
      {issue.reasons.length > 0 && (
        <ul className="newsletter-reasons" aria-label="Reasons for failed emails">
          {issue.reasons.map(({ reason, emails }) => (
            <li key={reason}>
              {reason} ({countOf(emails, 'email')})
            </li>
          ))}
        </ul>
      )}
      {jobId && status === 'sending' && (
        <p className="newsletter-facts">
          <span>You can leave this page. Sending continues in the background. </span>
          <Link className="link" to={`/admin/jobs/${jobId}`}>
            {progress?.status === 'running' ? 'Details and Cancel' : 'Details'}
          </Link>
        </p>
      )}
    </section>
  );
}
