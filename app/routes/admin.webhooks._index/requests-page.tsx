// Calls of the webhook, newest first, and the rules they follow.
import { Link } from '@remix-run/react';
import type { WebhookRules } from '~/features/settings/webhook-rules';
import type { RequestFilter } from '~/features/webhook/webhook-request';
import type { RefusedForm } from '~/http/form-answer.server';
import { ACTIONS, DataTable } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { OlderPages } from '~/ui/older-pages';
import { RowLink } from '~/ui/row-link';
import { PageHead } from '../admin/page-head';
import { useHere } from '../admin/use-here';
import { useKeptForm } from '../admin/use-kept-form';
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
  const { filter, requests, older, isNewest, keys } = view;
  const isOfRules = refused?.intent === 'save-rules';
  const { key, shown, ...form } = useKeptForm({
    found: view,
    stampOf: (told) => JSON.stringify(told.rules),
    intent: 'save-rules',
    refused: isOfRules ? refused : null,
  });
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
          <OlderPages
            newest={isNewest ? null : here({ before: null })}
            older={older === null ? null : here({ before: String(older) })}
          />
        </div>
        <RulesForm
          rules={shown.rules}
          keys={keys}
          secret={secret}
          {...form}
          refused={isOfRules ? form.refused : (refused ?? form.refused)}
          key={key}
        />
      </div>
    </>
  );
}

function Requests({ requests }: { requests: ShownRequest[] }) {
  return (
    <DataTable caption="Requests, newest first" columns={['Received', 'Title', 'Key', 'Answer', ACTIONS]}>
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
                <RowLink to={`/admin/articles/${articleId}/edit`} about={`of request ${id}`}>
                  Article
                </RowLink>
              )}
              <RowLink to={`/admin/webhooks/${id}`} about={`of request ${id}`}>
                Details
              </RowLink>
            </div>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
