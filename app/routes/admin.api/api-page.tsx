// The API reference: each route, and how webhook messages are signed in both directions.
import type { ReactNode } from 'react';
import { ROLES } from '~/features/accounts/account';
import { type Capability, may, roleName } from '~/features/accounts/capabilities';
import { PageHead } from '~/layouts/admin/list/page-head';
import { WebhookTabs } from '~/layouts/admin/webhooks/webhook-tabs';

export const SIGNING_EXAMPLE = `import { createHmac, randomUUID } from 'node:crypto';

const secret = Buffer.from(process.env.SIGNING_SECRET.replace('whsec_', ''), 'base64');

function sign(body) {
  const id = randomUUID();
  const timestamp = Math.floor(Date.now() / 1000);
  const hmac = createHmac('sha256', secret).update(\`\${id}.\${timestamp}.\${body}\`);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': 'v1,' + hmac.digest('base64'),
  };
}`;

export const VERIFYING_EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto';

const secret = Buffer.from(process.env.SIGNING_SECRET.replace('whsec_', ''), 'base64');

function isGenuine(headers, body) {
  const timestamp = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const hmac = createHmac('sha256', secret).update(\`\${headers['webhook-id']}.\${timestamp}.\${body}\`);
  const expected = Buffer.from('v1,' + hmac.digest('base64'));
  const given = Buffer.from(headers['webhook-signature']);
  return given.length === expected.length && timingSafeEqual(given, expected);
}`;

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

/** `Admin or Editor`. */
function rolesWith(capability: Capability): string {
  return ROLES.filter((role) => may({ role }, capability))
    .map(roleName)
    .join(' or ');
}

const ACCESS: Record<string, string> = {
  anyone: 'No authentication required.',
  'webhook key': 'Requires the x-api-key header.',
  'readership key': 'Requires the x-api-key header with a readership key.',
  'admin session': `Requires a signed-in account with the role ${rolesWith('generate images')}.`,
};

export function ApiPage({ siteUrl, routes }: { siteUrl: string; routes: ShownRoute[] }) {
  return (
    <>
      <WebhookTabs current="api" />
      <PageHead title="API" text="The magazine’s HTTP API, and how webhook messages are signed.">
        <a className="button button--quiet" href="/api/openapi.json">
          Open OpenAPI Document
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
            Messages are signed according to{' '}
            <a className="facts__link" href="https://www.standardwebhooks.com/">
              Standard Webhooks
            </a>
            , so you can use its libraries. The signature is the HMAC-SHA-256 of the message ID, the Unix
            timestamp in seconds and the body, joined by dots. It is valid for 5 minutes.
          </p>
          <h3 className="api__part">Sign messages you send</h3>
          <p className="api__text">
            The key’s signing secret is shown under Incoming. Use a new webhook-id for each article. Once a
            webhook-id is accepted, repeating it is rejected as a replay.
          </p>
          <Code text={SIGNING_EXAMPLE} />
          <h3 className="api__part">Verify messages you receive</h3>
          <p className="api__text">
            An endpoint’s secret is shown once, when you create the endpoint. Respond with a 2xx status within
            10 seconds. Otherwise we retry up to nine times over about 21 hours, with the same webhook-id. A
            410 stops retries. An endpoint that fails for three days is disabled.
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
            rows={parameters.map(({ name, description: text }) => [<code key={name}>{name}</code>, text])}
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
      <h3 className="api__part">Responses</h3>
      <Facts
        rows={answers.map(({ status, description: text }) => [<code key={status}>{status}</code>, text])}
      />
    </section>
  );
}

function Facts({ rows }: { rows: [ReactNode, string][] }) {
  return (
    <dl className="facts api__facts">
      {rows.map(([name, text]) => (
        <div className="facts__fact" key={text}>
          <dt>{name}</dt>
          <dd>{withCode(text)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Renders text between backticks as code. */
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
