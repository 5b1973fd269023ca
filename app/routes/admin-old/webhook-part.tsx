// How a machine outside posts articles: the address, the key's header, an example.
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { CopyButton } from '~/ui/copy-button';
import { useMay } from '../admin/use-may';

export interface WebhookFacts {
  address: string;
  /** A body that works as it is. */
  example: string;
  /** The same as a line for a terminal. */
  command: string;
}

/** @param children where the keys are, for a page that shows them */
export function WebhookPart({
  address,
  example,
  command,
  children,
}: WebhookFacts & { children?: ReactNode }) {
  const maySee = useMay()('webhooks');
  return (
    <div className="webhook">
      <section className="panel" aria-labelledby="webhook-address">
        <h2 className="panel__title" id="webhook-address">
          Webhook address
        </h2>
        <p className="panel__text">
          An automation posts an article here and it is published at once, in the category of that name.
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
          Requests need an <code>x-api-key</code> header. The key comes from an administrator.
        </p>
      </section>
      {children}
      <section className="panel" aria-labelledby="webhook-example">
        <h2 className="panel__title" id="webhook-example">
          Example JSON body
        </h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, so the keyboard must be able to scroll it */}
        <pre className="code-sample" id="webhook-body" tabIndex={0}>
          <code>{example}</code>
        </pre>
      </section>
      <section className="panel" aria-labelledby="webhook-try">
        <h2 className="panel__title" id="webhook-try">
          Try it
        </h2>
        <p className="panel__text">
          Paste this into a terminal, with your key in the place of YOUR_KEY. It publishes an article.
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
        <pre className="code-sample" id="webhook-command" tabIndex={0}>
          <code>{command}</code>
        </pre>
        <p className="copy-line copy-line--below">
          <CopyButton text={command} label="Copy command" />
          {maySee && (
            <>
              <Link className="button button--quiet" to="/admin/webhooks">
                See requests
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
