// What no machine can mend: links that lead nowhere, pictures without words or without a file, headings out of step.
import { Form, Link } from '@remix-run/react';
import type { ContentCheck, FaultyArticles } from '~/features/content-check/content-check.server';
import { FAULT_KINDS, FAULT_LABELS, type FaultKind } from '~/features/content-check/fault';
import { ACTIONS, DataTable } from '~/ui/data-table';
import { Pagination } from '~/ui/pagination';
import { RowLink } from '~/ui/row-link';
import { SubmitButton } from '~/ui/submit-button';
import type { Here } from '../admin/use-here';
import { RunPanel } from './run-panel';

interface CheckPartProps {
  check: ContentCheck | null;
  faulty: FaultyArticles | null;
  /** Shown alone; null for all. */
  fault: FaultKind | null;
  page: number;
  pageCount: number;
  here: Here;
}

export function CheckPart({ check, faulty, fault, page, pageCount, here }: CheckPartProps) {
  const isRunning = check?.status === 'running';
  const found = faulty?.totals.any ?? 0;
  return (
    <div className="check" id="check">
      <RunPanel
        {...wordsOf(check, found)}
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

function wordsOf(check: ContentCheck | null, found: number) {
  const title = 'Content check';
  if (!check)
    return {
      title,
      text: 'Finds links that lead nowhere, missing files, images without alt text and skipped headings.',
    };
  const looked = `${check.looked.toLocaleString('en-US')} articles`;
  if (check.status === 'running') return { title: 'Checking content…', text: 'Nothing is changed.' };
  if (check.unread > 0)
    return { title: 'Content check incomplete', text: 'Some articles could not be read.', isBad: true };
  if (found === 0) return { title: 'Nothing found', text: `Looked through ${looked}.` };
  return { title, text: `Something to look at in ${found.toLocaleString('en-US')} of ${looked}.` };
}

function barOf({ articles, looked }: ContentCheck) {
  const number = (count: number) => count.toLocaleString('en-US');
  const text = `${number(looked)} of ${number(articles)} articles`;
  return { label: 'Looked at', text, value: looked, max: articles };
}

function FaultyTable({ rows }: { rows: FaultyArticles['rows'] }) {
  return (
    <DataTable caption="Articles with something to look at" columns={['Article', 'Found', ACTIONS]}>
      {rows.map(({ id, title, faults }) => (
        <tr key={id}>
          <td className="check__article">{title}</td>
          <td>
            <ul className="check__faults">
              {faults.map(({ kind, what }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same may be found twice
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
        </tr>
      ))}
    </DataTable>
  );
}
