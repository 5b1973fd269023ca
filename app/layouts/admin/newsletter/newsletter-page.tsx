// The newsletter page: the next issue and the list of issues.
import { Form, Link } from '@remix-run/react';
import type { IssueList } from '~/features/newsletter/issues/manage-issues.server';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { countOf } from '~/lib/text';
import { ACTIONS, DataTable, labeledColumn, numberColumn, TableRow, textColumn } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { FormField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { Pagination } from '~/ui/pagination';
import { RowLink } from '~/ui/row-link';
import { SubmitButton } from '~/ui/submit-button';
import { DeleteDialog } from '../list/delete-dialog';
import { PageHead } from '../list/page-head';
import { type ListAddress, useListAddress } from '../list/use-list-address';
import { typedText } from '../unsaved/typed-text';
import { IssueStatusBadge } from './issue-status-badge';

interface NewsletterPageProps {
  view: IssueList & {
    page: number;
    pageCount: number;
    dialog: { kind: 'new' | 'delete'; id: string | null; date: string | null } | null;
  };
  refused: RefusedForm | null;
}

export function NewsletterIssuesPage({ view, refused }: NewsletterPageProps) {
  const here = useListAddress();
  const { issues, readers, missing, next, nextDay, planned, freeDay, page, pageCount, dialog } = view;
  return (
    <>
      <PageHead
        title="Newsletter"
        text={
          readers === 0 ? 'No confirmed subscribers yet.' : `${countOf(readers, 'confirmed subscriber')}.`
        }
      >
        <Link className="button button--quiet" to="/admin/newsletter/settings">
          Newsletter Settings
        </Link>
        <Link className="button" to={here({ new: '' })} preventScrollReset>
          New Issue
        </Link>
      </PageHead>
      {!dialog && <FormRefusal refused={refused} />}
      {missing.length > 0 && <Missing missing={missing} />}
      <section className="panel newsletter-next" aria-labelledby="newsletter-next">
        <h2 className="panel__title" id="newsletter-next">
          Next issue
        </h2>
        {next ? (
          <p>
            <strong>{next}</strong>
            {planned
              ? planned.onSchedule
                ? ': your prepared issue.'
                : ': on hold. Your draft will not be sent automatically.'
              : ': created from the articles of the week before. If there are none, nothing will be sent.'}
          </p>
        ) : (
          <p>Automatic sending is off. Turn it on in Newsletter Settings.</p>
        )}
        {planned ? (
          <Link className="link" to={`/admin/newsletter/${planned.id}`}>
            Open the Draft
          </Link>
        ) : (
          next && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="create" />
              <input type="hidden" name="day" value={nextDay} />
              <SubmitButton intent="create" pending="Preparing..." className="button button--quiet">
                Prepare Issue
              </SubmitButton>
            </Form>
          )
        )}
      </section>
      {issues.length > 0 ? (
        <List issues={issues} here={here} />
      ) : (
        <EmptyState
          title="No issues yet"
          text="Every Tuesday, the week’s articles are sent automatically. Create an issue to add your own text."
        />
      )}
      <Pagination page={page} pageCount={pageCount} hrefFor={(number) => here({ page: String(number) })} />
      {dialog?.kind === 'new' && <NewIssue day={freeDay} refused={refused} closeTo={here({})} />}
      {dialog?.kind === 'delete' && (
        <DeleteDialog noun="issue" id={dialog.id ?? undefined} refused={refused} closeTo={here({})}>
          <p className="dialog__note">
            This deletes the draft{dialog.date && <strong> of {dialog.date}</strong>}. On that Tuesday, an
            issue is created from the week’s articles instead.
          </p>
        </DeleteDialog>
      )}
    </>
  );
}

export function Missing({ missing }: { missing: readonly string[] }) {
  return (
    <p className="newsletter-missing" role="note">
      <strong>Nothing can be sent yet.</strong> Fill in {missing.join(', ')} in the{' '}
      <Link className="link" to="/admin/newsletter/settings">
        newsletter settings
      </Link>
      .
    </p>
  );
}

function NewIssue({ day, refused, closeTo }: { day: string; refused: RefusedForm | null; closeTo: string }) {
  return (
    <ModalDialog title="New Issue" closeTo={closeTo}>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value="create" />
        <FormField
          label="Day"
          name="day"
          type="date"
          required
          defaultValue={typedText(refused, 'day') || day}
          hint="One issue per day. On Tuesdays it is sent automatically; on other days you send it."
          error={refused?.issues.day}
        />
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent="create" pending="Creating...">
            Create Issue
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}

function List({ issues, here }: { issues: IssueList['issues']; here: ListAddress }) {
  const number = (value: number) => value.toLocaleString('en-US');
  return (
    <DataTable
      caption="Issues, newest first"
      className="newsletter-issues"
      columns={[
        labeledColumn('Date'),
        textColumn('Subject'),
        'Status',
        numberColumn('Sent'),
        numberColumn('Failed'),
        numberColumn('Unsubscribed'),
        ACTIONS,
      ]}
    >
      {issues.map(({ id, day, date, subject, status, onSchedule, ...counts }) => (
        <TableRow key={id}>
          <td className="table__moment">
            <time dateTime={day}>{date}</time>
          </td>
          <td>
            <Link className="link" to={`/admin/newsletter/${id}`}>
              {subject || 'The first article’s title'}
              <span className="sr-only"> of {date}</span>
            </Link>
          </td>
          <td>
            <IssueStatusBadge status={status} isHeld={!onSchedule} />
          </td>
          <td>{number(counts.sent)}</td>
          <td>{number(counts.failed)}</td>
          <td>{number(counts.unsubscribed)}</td>
          <td>
            <div className="row-actions">
              {status === 'draft' && (
                <RowLink to={here({ delete: id })} about={`the issue of ${date}`} danger preventScrollReset>
                  Delete
                </RowLink>
              )}
            </div>
          </td>
        </TableRow>
      ))}
    </DataTable>
  );
}
