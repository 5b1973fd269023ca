// A draft with its form; or an issue on its way, or sent, with its figures.
import { Form, Link } from '@remix-run/react';
import { JobProgress } from '~/features/jobs/ui/job-progress';
import type { IssueView, Pickable } from '~/features/newsletter/issues/manage-issues.server';
import type { RefusedForm } from '~/http/form-answer.server';
import { countOf } from '~/lib/count-of';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import { PageHead } from '../admin/page-head';
import { useCarefulRevalidate } from '../admin/use-careful-revalidate';
import { useKeptForm } from '../admin/use-kept-form';
import { useLookAgain } from '../admin/use-look-again';
import { IssueStatusBadge } from '../admin.newsletter/issue-status-badge';
import { Missing } from '../admin.newsletter/newsletter-page';
import { IssueContents } from './issue-contents';
import { IssueForm } from './issue-form';

export interface IssuePageView {
  issue: IssueView;
  pickable: Pickable;
  asksToSend: boolean;
}

interface IssuePageProps {
  view: IssuePageView;
  refused: RefusedForm | null;
}

export function IssuePage({ view, refused }: IssuePageProps) {
  const { issue, asksToSend } = view;
  const { id, day, date, status, input, content, readers, missing, due } = issue;
  const here = `/admin/newsletter/${id}`;
  const isDraft = status === 'draft';
  const isOfForm = refused?.intent === 'save';
  const { key, shown, ...form } = useKeptForm({
    found: view,
    stampOf: (told) => told.issue.stamp,
    intent: 'save',
    refused: isOfForm ? refused : null,
  });
  const obstacle = whyNot(issue);
  const text = isDraft
    ? due
      ? `Leaves by itself on ${due}.`
      : 'Leaves when you send it.'
    : issue.sentAt
      ? `Sent ${issue.sentAt}.`
      : 'On its way.';
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
                Send a Test to Me
              </SubmitButton>
            </Form>
            <Link className="button" to={`${here}?send`} preventScrollReset>
              Send Now
            </Link>
          </>
        ) : (
          <a className="button button--quiet" href={`/newsletter/archive/${day}`}>
            In the Archive
          </a>
        )}
      </PageHead>
      <p className="newsletter-facts">
        <IssueStatusBadge status={status} isHeld={!input.onSchedule} />{' '}
        <a className="link" href={`${here}/preview?as=text`} target="_blank" rel="noopener">
          Plain text<span className="sr-only"> (opens in a new tab)</span>
        </a>{' '}
        <Link className="link" to="/admin/newsletter">
          All issues
        </Link>
      </p>
      {isDraft && missing.length > 0 && <Missing missing={missing} />}
      {refused && !asksToSend && !isOfForm && <FormRefusal refused={refused} />}
      {isDraft ? (
        <div className="newsletter-issue">
          <IssueForm key={key} issue={shown.issue} pickable={shown.pickable} {...form} />
          <IssueContents content={content} title="As it would leave now" />
        </div>
      ) : (
        <>
          <Figures issue={issue} />
          <IssueContents content={content} title="What was sent" clicks={issue.clicks} />
        </>
      )}
      {asksToSend && (
        <ModalDialog title="Send Now" closeTo={here}>
          <Form className="form" method="post" action={here} preventScrollReset>
            <FormRefusal refused={refused} />
            <input type="hidden" name="intent" value="send" />
            <input type="hidden" name="stamp" value={issue.stamp} />
            {obstacle ? (
              <p>{obstacle}</p>
            ) : (
              <p>
                “<strong>{content.subject}</strong>” goes to <strong>{countOf(readers, 'reader')}</strong> at
                once, with {countOf(content.articles.length, 'article')}. It leaves as it was saved last, and
                cannot be called back.
              </p>
            )}
            <DialogFoot closeTo={here}>
              {!obstacle && (
                <SubmitButton intent="send" pending="Sending...">
                  Send to {countOf(readers, 'Reader')}
                </SubmitButton>
              )}
            </DialogFoot>
          </Form>
        </ModalDialog>
      )}
    </>
  );
}

/** Why it cannot be sent yet; null when it can. */
function whyNot({ missing, readers, content }: IssueView): string | null {
  if (missing.length > 0) return `First fill in ${missing.join(', ')} in the newsletter’s settings.`;
  if (readers === 0) return 'Nobody has confirmed a subscription yet, so there is nobody to send it to.';
  return content.articles.length === 0 ? 'There is nothing in it yet: pick at least one article.' : null;
}

/** The clock takes up once a minute what it may. */
const LOOK_AGAIN_MS = 10_000;

/** How the letters fare; while they leave, told anew whenever a hundred of them have. */
function Figures({ issue }: Pick<IssuePageView, 'issue'>) {
  const revalidate = useCarefulRevalidate();
  const { counts, status, jobId, progress } = issue;
  const waitsForClock = status === 'sending' && progress?.status !== 'running';
  useLookAgain(waitsForClock, LOOK_AGAIN_MS);
  const figures = [
    { label: 'Sent', value: counts.sent },
    ...(status === 'sending' ? [{ label: 'Under way', value: counts.sending }] : []),
    { label: 'Failed', value: counts.failed },
    { label: 'Unsubscribed', value: counts.unsubscribed },
  ];
  return (
    <section className="panel newsletter-figures-panel" aria-label="Letters">
      {progress && jobId && (
        <JobProgress jobId={jobId} initial={progress} label="Letters by the hundred" onChange={revalidate} />
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
          {countOf(counts.skipped, 'reader')} left before the letter did, and got none.
        </p>
      )}
      {waitsForClock && (
        <p className="newsletter-facts" role="status">
          Some letters could not be handed over. The clock tries again by itself, with longer and longer
          pauses.
        </p>
      )}
      {issue.reasons.length > 0 && (
        <ul className="newsletter-reasons" aria-label="Why letters failed">
          {issue.reasons.map(({ reason, letters }) => (
            <li key={reason}>
              {reason} ({countOf(letters, 'letter')})
            </li>
          ))}
        </ul>
      )}
      {jobId && status === 'sending' && (
        <p className="newsletter-facts">
          <span>You may leave this page: the letters go on leaving. </span>
          <Link className="link" to={`/admin/jobs/${jobId}`}>
            {progress?.status === 'running' ? 'Details and Cancel' : 'Details'}
          </Link>
        </p>
      )}
    </section>
  );
}
