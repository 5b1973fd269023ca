// The content check: problems that repair cannot fix, such as broken links, images without alt text or file,
// and skipped heading levels.
import { Form, Link } from '@remix-run/react';
import type { ContentCheck, FaultyArticles } from '~/features/maintenance/content-check/content-check.server';
import { FAULT_KINDS, FAULT_LABELS, type FaultKind } from '~/features/maintenance/content-check/fault';
import type { ListAddress } from '~/layouts/admin/list/use-list-address';
import { ACTIONS, DataTable, TableRow, unlabeledColumn } from '~/ui/data-table';
import { Pagination } from '~/ui/pagination';
import { RowLink } from '~/ui/row-link';
import { SubmitButton } from '~/ui/submit-button';
import { RunPanel } from './run-panel';

interface CheckPartProps {
  check: ContentCheck | null;
  faulty: FaultyArticles | null;
  /** The filter; null for all. */
  fault: FaultKind | null;
  page: number;
  pageCount: number;
  here: ListAddress;
}

export function CheckPart({ check, faulty, fault, page, pageCount, here }: CheckPartProps) {
  const isRunning = check?.status === 'running';
  const found = faulty?.totals.any ?? 0;
  return (
    <div className="check" id="check">
      <RunPanel
        {...describeCheck(check, found)}
        bar={isRunning ? barOf(check) : null}
        figures={[]}
        isRunning={isRunning}
        jobId={check?.id ?? null}
      >
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="check" />
          {isRunning ? (
            <button className="button button--quiet" type="submit" disabled>
              Checking...
            </button>
          ) : (
            <SubmitButton intent="check" pending="Starting..." className="button button--quiet">
              {check ? 'Check Again' : 'Check Content'}
            </SubmitButton>
          )}
        </Form>
      </RunPanel>
      {!isRunning && faulty && found > 0 && (
        <>
          <nav className="check__kinds" aria-label="Kinds of problems">
            {[null, ...FAULT_KINDS].map((kind) => (
              <Link
                className="check__kind"
                key={kind ?? 'any'}
                to={`${here({ fault: kind, faults: null })}#check`}
                aria-current={kind === fault ? 'page' : undefined}
                preventScrollReset
              >
                {kind ? FAULT_LABELS[kind] : 'All'}{' '}
                <b>{faulty.totals[kind ?? 'any'].toLocaleString('en-US')}</b>
              </Link>
            ))}
          </nav>
          {faulty.rows.length > 0 && <FaultyTable rows={faulty.rows} />}
          <Pagination
            page={page}
            pageCount={pageCount}
            hrefFor={(number) => `${here({ faults: String(number) })}#check`}
          />
        </>
      )}
    </div>
  );
}

function describeCheck(check: ContentCheck | null, found: number) {
  const title = 'Content check';
  if (!check)
    return {
      title,
      text: 'Finds broken links, missing image files, images without alt text and skipped heading levels.',
    };
  const looked = `${check.looked.toLocaleString('en-US')} articles`;
  if (check.status === 'running') return { title: 'Checking content...', text: 'No articles are changed.' };
  if (check.unread > 0)
    return { title: 'Content check incomplete', text: 'We couldn’t read some articles.', isBad: true };
  if (found === 0) return { title: 'No problems found', text: `Checked ${looked}.` };
  return { title, text: `Problems found in ${found.toLocaleString('en-US')} of ${looked}.` };
}

function barOf({ articles, looked }: ContentCheck) {
  const number = (count: number) => count.toLocaleString('en-US');
  const text = `${number(looked)} of ${number(articles)} articles`;
  return { label: 'Checked', text, value: looked, max: articles };
}

function FaultyTable({ rows }: { rows: FaultyArticles['rows'] }) {
  return (
    <DataTable caption="Articles with problems" columns={['Article', unlabeledColumn('Problems'), ACTIONS]}>
      {rows.map(({ id, title, faults }) => (
        <TableRow key={id}>
          <td className="check__article">{title}</td>
          <td>
            <ul className="check__faults">
              {faults.map(({ kind, what }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an article may have the same problem twice
                <li key={index}>
                  <span className="check__label">{FAULT_LABELS[kind]}</span>{' '}
                  <span className={kind === 'skipped-heading' ? undefined : 'address'}>{what}</span>
                </li>
              ))}
            </ul>
          </td>
          <td>
            <div className="row-actions">
              <RowLink to={`/admin/articles/${id}/edit`} about={title}>
                Edit
              </RowLink>
            </div>
          </td>
        </TableRow>
      ))}
    </DataTable>
  );
}
