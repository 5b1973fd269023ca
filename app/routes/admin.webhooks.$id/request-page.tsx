// One inbound webhook request: body, response, details and Replay.
import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { PageHead } from '~/layouts/admin/list/page-head';
import { AnswerBadge, WebhookTabs } from '~/layouts/admin/webhooks/webhook-tabs';
import { FormRefusal } from '~/ui/form-refusal';
import { SubmitButton } from '~/ui/submit-button';

export interface RequestView {
  id: number;
  title: string | null;
  status: number | null;
  received: string;
  /** Duration in milliseconds; null while in progress. */
  took: number | null;
  keyHint: string | null;
  idempotencyKey: string | null;
  isSigned: boolean;
  address: string | null;
  userAgent: string | null;
  replayOf: number | null;
  size: string;
  body: string | null;
  answer: string | null;
  articleId: string | null;
  articleSlug: string | null;
}

export function RequestPage({ view, refused }: { view: RequestView; refused: RefusedForm | null }) {
  const { id, title, status, body, answer, articleId, articleSlug } = view;
  return (
    <>
      <WebhookTabs current="incoming" />
      <PageHead title={`Request ${id}`} text={title || 'The title couldn’t be read.'}>
        <Link className="button button--quiet" to="/admin/webhooks">
          All Requests
        </Link>
        {articleId && articleSlug && (
          <Link className="button button--quiet" to={`/admin/articles/${articleId}/edit`}>
            Edit Article
          </Link>
        )}
      </PageHead>
      <FormRefusal refused={refused} />
      <div className="webhook-screen">
        <div className="webhook">
          <section className="panel" aria-labelledby="request-body">
            <h2 className="panel__title" id="request-body">
              Request
            </h2>
            {body === null ? (
              <p className="panel__text">
                The body ({view.size}) was not stored: it was too long, not text, or the request was rejected
                before it was read.
              </p>
            ) : (
              <Code text={body} />
            )}
          </section>
          <section className="panel" aria-labelledby="request-answer">
            <h2 className="panel__title" id="request-answer">
              Response
            </h2>
            {answer === null ? (
              <p className="panel__text">This request is still being processed.</p>
            ) : (
              <Code text={answer} />
            )}
          </section>
        </div>
        <section className="panel" aria-labelledby="request-facts">
          <h2 className="panel__title" id="request-facts">
            Details
          </h2>
          <dl className="facts">
            <Fact label="Response">
              <AnswerBadge status={status} />
            </Fact>
            <Fact label="Received">{view.received}</Fact>
            {view.took !== null && <Fact label="Duration">{view.took.toLocaleString('en-US')} ms</Fact>}
            {view.keyHint && (
              <Fact label="Key">
                <code className="address">…{view.keyHint}</code>
              </Fact>
            )}
            {view.replayOf !== null && (
              <Fact label="Replay of">
                <Link className="facts__link" to={`/admin/webhooks/${view.replayOf}`}>
                  Request {view.replayOf}
                </Link>
              </Fact>
            )}
            {view.idempotencyKey && (
              <Fact label="Idempotency-Key">
                <code className="address">{view.idempotencyKey}</code>
              </Fact>
            )}
            <Fact label="Signed">{view.isSigned ? 'Yes' : 'No'}</Fact>
            <Fact label="Size">{view.size}</Fact>
            {view.address && <Fact label="IP address">{view.address}</Fact>}
            {view.userAgent && <Fact label="User agent">{view.userAgent}</Fact>}
          </dl>
          {body !== null && status !== 401 && (
            <Form method="post">
              <input type="hidden" name="intent" value="replay" />
              <SubmitButton intent="replay" pending="Replaying...">
                Replay
              </SubmitButton>
              <p className="field__hint">
                Processes the request again as if it had just arrived.
                {articleId && ' It already created an article, so this creates another one.'}
              </p>
            </Form>
          )}
        </section>
      </div>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="facts__fact">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Code({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable, so it must be reachable by keyboard
    <pre className="code-sample code-sample--long" tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}
