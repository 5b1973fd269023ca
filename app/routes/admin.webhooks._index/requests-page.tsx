// Calls of the webhook, newest first, and the rules they follow.
import { Link } from '@remix-run/react';
import type { WebhookRules } from '~/features/settings/webhook-rules';
import type { RequestFilter } from '~/features/webhook/webhook-request';
import type { RefusedForm } from '~/http/form-answer.server';
import { EmptyState } from '~/ui/empty-state';
import { PageHead } from '../admin/page-head';
import { useHere } from '../admin/use-here';
import { RulesForm } from './rules-form';
import { AnswerBadge } from './status-badge';
import { WebhookTabs } from './webhook-tabs';

export interface ShownRequest {
  id: number;
  received: string;
  keyHint: string | null;
  title: string | null;
  status: number | null;
  articleId: string | null;
  replayOf: number | null;
}

export interface RequestsView {
  filter: RequestFilter;
  requests: ShownRequest[];
  older: number | null;
  isNewest: boolean;
  rules: WebhookRules;
  keys: { id: string; hint: string }[];
}

interface RequestsPageProps {
  view: RequestsView;
  secret: { hint: string; text: string } | null;
  refused: RefusedForm | null;
}

const FILTERS: Record<RequestFilter, string> = { all: 'All', accepted: 'Accepted', refused: 'Refused' };

export function RequestsPage({ view, secret, refused }: RequestsPageProps) {
  const here = useHere();
  const { filter, requests, older, isNewest, rules, keys } = view;
  return (
    <>
      <WebhookTabs current="incoming" />
      <PageHead title="Webhooks" text="What automations posted here, and what they were answered.">
        <Link className="button button--quiet" to="/admin/settings#webhook">
          Address and keys
        </Link>
      </PageHead>
      <div className="webhook-screen">
        <div>
          <nav className="chips" aria-label="Filter">
            {(Object.keys(FILTERS) as RequestFilter[]).map((name) => (
              <Link
                className="chip"
                key={name}
                to={here({ show: name === 'all' ? null : name, before: null })}
                aria-current={name === filter ? 'true' : undefined}
                preventScrollReset
              >
                {FILTERS[name]}
              </Link>
            ))}
          </nav>
          {requests.length > 0 && <Requests requests={requests} />}
          {requests.length === 0 && (
            <EmptyState
              title={filter === 'all' ? 'No requests yet' : 'No such requests'}
              text={
                filter === 'all'
                  ? 'Each request that brings a working key is listed here for 30 days.'
                  : 'None of the last 30 days is like that.'
              }
            >
              {filter === 'all' ? (
                <Link className="button" to="/admin-old?tab=webhook">
                  See how to post one
                </Link>
              ) : (
                <Link className="button button--quiet" to={here({ show: null, before: null })}>
                  Show all requests
                </Link>
              )}
            </EmptyState>
          )}
          {(older !== null || !isNewest) && (
            <nav className="pagination" aria-label="Pagination">
              {!isNewest && (
                <Link className="pagination__link" to={here({ before: null })}>
                  Newest
                </Link>
              )}
              {older !== null && (
                <Link className="pagination__link" to={here({ before: String(older) })} rel="next">
                  Older
                </Link>
              )}
            </nav>
          )}
        </div>
        <RulesForm
          rules={rules}
          keys={keys}
          secret={secret}
          refused={refused}
          key={JSON.stringify([rules, refused?.typed])}
        />
      </div>
    </>
  );
}

function Requests({ requests }: { requests: ShownRequest[] }) {
  return (
    <div className="table-frame">
      <table className="table">
        <caption className="sr-only">Requests, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Received</th>
            <th scope="col">Title</th>
            <th scope="col">Key</th>
            <th scope="col">Answer</th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.map(({ id, received, title, keyHint, status, articleId, replayOf }) => (
            <tr key={id}>
              <td className="table__moment" data-label="Received">
                {received}
              </td>
              <td className="request-title" data-label="Title">
                {title || <span className="table__none">Not readable</span>}
              </td>
              <td data-label="Key">
                {keyHint && <code className="address key-hint">…{keyHint}</code>}
                {replayOf !== null && <span className="table__none">Replay of {replayOf}</span>}
              </td>
              <td data-label="Answer">
                <AnswerBadge status={status} />
              </td>
              <td>
                <div className="row-actions">
                  {articleId && (
                    <Link className="row-action" to={`/admin/articles/${articleId}/edit`}>
                      Article<span className="sr-only"> of request {id}</span>
                    </Link>
                  )}
                  <Link className="row-action" to={`/admin/webhooks/${id}`}>
                    Details<span className="sr-only"> of request {id}</span>
                  </Link>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
