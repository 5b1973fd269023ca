// What programs may ask of the magazine, door by door, and how messages are signed in both directions.
import type { ReactNode } from 'react';
import { PageHead } from '../admin/page-head';
import { WebhookTabs } from '../admin.webhooks._index/webhook-tabs';
import { SIGNING_EXAMPLE, VERIFYING_EXAMPLE } from './signing-examples';

export interface ShownRoute {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  access: string;
  parameters: { name: string; description: string }[];
  example: string | null;
  contentType: string | null;
  answers: { status: string; description: string }[];
}

const ACCESS: Record<string, string> = {
  anyone: 'Anyone may call it.',
  'webhook key': 'Needs the x-api-key header.',
  'admin session': 'Needs an administrator who is signed in.',
};

export function ApiPage({ siteUrl, routes }: { siteUrl: string; routes: ShownRoute[] }) {
  return (
    <>
      <WebhookTabs current="api" />
      <PageHead title="API" text="What programs may ask of the magazine, and how messages are signed.">
        <a className="button button--quiet" href="/api/openapi.json">
          OpenAPI document
        </a>
      </PageHead>
      <div className="api">
        {routes.map((route) => (
          <Route key={route.id} route={route} siteUrl={siteUrl} />
        ))}
        <section className="panel api__route" aria-labelledby="api-signing">
          <h2 className="api__title" id="api-signing">
            Signed messages
          </h2>
          <p className="api__text">
            Messages are signed as{' '}
            <a className="facts__link" href="https://www.standardwebhooks.com/">
              Standard Webhooks
            </a>{' '}
            has it, so its libraries for many languages fit. The signature is the HMAC-SHA-256 of the
            message’s id, the moment in seconds and the body, apart by dots. It counts for 5 minutes.
          </p>
          <h3 className="api__part">Signing what you post here</h3>
          <p className="api__text">
            The key’s signing secret is shown under Incoming. Each article wants a webhook-id of its own: sent
            again after it was accepted, it counts as a replay and is refused.
          </p>
          <Code text={SIGNING_EXAMPLE} />
          <h3 className="api__part">Checking what you get from here</h3>
          <p className="api__text">
            An endpoint’s secret is shown once, when the endpoint is made. The webhook-id stays the same when
            a message is tried again: up to nine times in about 21 hours, until you answer with a status from
            200 to 299 within 10 seconds. 410 ends it. An endpoint that fails for three days is switched off.
          </p>
          <Code text={VERIFYING_EXAMPLE} />
        </section>
      </div>
    </>
  );
}

function Route({ route, siteUrl }: { route: ShownRoute; siteUrl: string }) {
  const { id, method, path, summary, description, access, parameters, example, contentType, answers } = route;
  return (
    <section className="panel api__route" aria-labelledby={id}>
      <h2 className="api__title" id={id}>
        {summary}
      </h2>
      <p className="api__address">
        <span className="status">{method}</span> <code>{siteUrl + path}</code>
      </p>
      <p className="api__text">
        {description} {ACCESS[access]}
      </p>
      {parameters.length > 0 && (
        <>
          <h3 className="api__part">{method === 'GET' ? 'Parameters' : 'Headers'}</h3>
          <Facts
            rows={parameters.map(({ name, description: says }) => [<code key={name}>{name}</code>, says])}
          />
        </>
      )}
      {example && (
        <>
          <h3 className="api__part">
            Body, as <code>{contentType}</code>
          </h3>
          <Code text={example} />
        </>
      )}
      <h3 className="api__part">Answers</h3>
      <Facts
        rows={answers.map(({ status, description: says }) => [<code key={status}>{status}</code>, says])}
      />
    </section>
  );
}

function Facts({ rows }: { rows: [ReactNode, string][] }) {
  return (
    <dl className="facts api__facts">
      {rows.map(([name, says]) => (
        <div className="facts__fact" key={says}>
          <dt>{name}</dt>
          <dd>{withCode(says)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What stands between backticks is code. */
function withCode(text: string): ReactNode[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}

function Code({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, so the keyboard must be able to scroll it
    <pre className="code-sample" tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}
