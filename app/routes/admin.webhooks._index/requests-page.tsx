// Inbound webhook requests, newest first, and the webhook's rules.

import { Link } from '@remix-run/react';
import type { RequestFilter, RequestRow, WebhookRules } from '~/features/webhooks/inbound/webhook-request';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import type { Ways } from '~/layouts/account/confirm-fields';
import { PageHead } from '~/layouts/admin/list/page-head';
import { useListAddress } from '~/layouts/admin/list/use-list-address';
import { usePreservedForm } from '~/layouts/admin/unsaved/use-preserved-form';
import { AnswerBadge, WebhookTabs } from '~/layouts/admin/webhooks/webhook-tabs';
import { keysOf } from '~/lib/properties';
import { ACTIONS, DataTable, labeledColumn, TableRow } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { OlderPages } from '~/ui/older-pages';
import { RowLink } from '~/ui/row-link';
import { RulesForm } from './rules-form';

/** `received` is the formatted time. */
export type ShownRequest = Omit<RequestRow, 'receivedAt'> & { received: string };

export interface RequestsView {
  filter: RequestFilter;
  requests: ShownRequest[];
  older: number | null;
  isNewest: boolean;
  rules: WebhookRules;
  version: string;
  keys: { id: string; hint: string }[];
  /** Ways to confirm the viewer's identity; null if they confirmed recently. */
  ways: Ways | null;
}

interface RequestsPageProps {
  view: RequestsView;
  secret: { hint: string; text: string } | null;
  refused: RefusedForm | null;
}

const FILTERS: Record<RequestFilter, string> = { all: 'All', accepted: 'Accepted', refused: 'Rejected' };

export function RequestsPage({ view, secret, refused }: RequestsPageProps) {
  const here = useListAddress();
  const { filter, requests, older, isNewest, keys, ways } = view;
  const isRulesRefusal = refused?.intent === 'save-rules';
  const { key, shown, ...form } = usePreservedForm({
    found: view,
    versionOf: (current) => current.version,
    intent: 'save-rules',
    refused: isRulesRefusal ? refused : null,
  });
  return (
    <>
      <WebhookTabs current="incoming" />
      <PageHead title="Webhooks" text="Requests from your automations, and our responses.">
        <Link className="button button--quiet" to="/admin/settings#webhook">
          Manage URL and Keys
        </Link>
      </PageHead>
      <div className="webhook-screen">
        <div>
          <nav className="chips" aria-label="Filter">
            {keysOf(FILTERS).map((name) => (
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
              title={filter === 'all' ? 'No requests yet' : 'No matching requests'}
              text={
                filter === 'all'
                  ? 'Requests with a valid key appear here for 30 days.'
                  : 'No requests in the last 30 days match this filter.'
              }
            >
              {filter === 'all' ? (
                <Link className="button" to="/admin-old?tab=webhook">
                  View Example Request
                </Link>
              ) : (
                <Link className="button button--quiet" to={here({ show: null, before: null })}>
                  Show All Requests
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
          version={shown.version}
          keys={keys}
          ways={ways}
          secret={secret}
          {...form}
          refused={isRulesRefusal ? form.refused : (refused ?? form.refused)}
          key={key}
        />
      </div>
    </>
  );
}

function Requests({ requests }: { requests: ShownRequest[] }) {
  return (
    <DataTable
      caption="Requests, newest first"
      columns={[labeledColumn('Received'), 'Title', 'Key', 'Response', ACTIONS]}
    >
      {requests.map(({ id, received, title, keyHint, status, articleId, replayOf, warning }) => (
        <TableRow key={id}>
          <td className="table__moment">{received}</td>
          <td className="request-title">
            {title || <span className="table__none">Unreadable</span>}
            {warning && <p className="table__none">{warning}</p>}
          </td>
          <td>
            {keyHint && <code className="address key-hint">…{keyHint}</code>}
            {replayOf !== null && <span className="table__none">Replay of {replayOf}</span>}
          </td>
          <td>
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
        </TableRow>
      ))}
    </DataTable>
  );
}
