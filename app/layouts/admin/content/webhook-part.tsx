// How to post articles through the webhook: URL, key header and an example.
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { WebhookExample } from '~/http/admin/webhook-example.server';
import { CopyButton } from '~/ui/copy-button';
import { useMay } from '../shell/use-may';

/** @param children the keys, on the page that shows them */
export function WebhookPart({
  address,
  example,
  command,
  children,
}: WebhookExample & { children?: ReactNode }) {
  const maySee = useMay()('webhooks');
  return (
    <div className="webhook">
      <section className="panel" aria-labelledby="webhook-address">
        <h2 className="panel__title" id="webhook-address">
          Webhook address
        </h2>
        <p className="panel__text">
          Articles posted to this URL are published immediately, in the category with the given name.
        </p>
        <div className="copy-line">
          <input
            className="field__input copy-line__text"
            aria-labelledby="webhook-address"
            readOnly
            value={address}
          />
          <CopyButton text={address} label="Copy" />
        </div>
        <p className="note">
          Requests need an <code>x-api-key</code> header. Ask an administrator for a key.
        </p>
      </section>
      {children}
      <section className="panel" aria-labelledby="webhook-example">
        <h2 className="panel__title" id="webhook-example">
          Example JSON body
        </h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, so keyboards must be able to scroll it */}
        <pre className="code-sample" id="webhook-body" tabIndex={0}>
          <code>{example}</code>
        </pre>
      </section>
      <section className="panel" aria-labelledby="webhook-try">
        <h2 className="panel__title" id="webhook-try">
          Try it
        </h2>
        <p className="panel__text">
          Paste this into a terminal and replace YOUR_KEY with your key. It publishes an article.
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
        <pre className="code-sample" id="webhook-command" tabIndex={0}>
          <code>{command}</code>
        </pre>
        <p className="copy-line copy-line--below">
          <CopyButton text={command} label="Copy Command" />
          {maySee && (
            <>
              <Link className="button button--quiet" to="/admin/webhooks">
                View Requests
              </Link>
              <Link className="button button--quiet" to="/admin/api">
                API
              </Link>
            </>
          )}
        </p>
      </section>
    </div>
  );
}
