// How a machine outside posts articles: the address, the key's header, an example.
import type { ReactNode } from 'react';
import { CopyButton } from '~/ui/copy-button';

/** The specification's payload, field by field. */
const EXAMPLE = JSON.stringify(
  {
    title: 'The Four-Minute Rule of Client Intake',
    content: '<p>A caller who waits an hour has already phoned three other firms.</p>',
    author: 'Dana Whitfield',
    summary: 'Why the growing firms answer within four minutes.',
    category: 'Operations',
    image_url: 'https://example.com/picture.jpg',
    read_time: 5,
    is_featured: false,
    is_popular: true,
  },
  null,
  2,
);

/** @param children where the keys are, for a page that shows them */
export function WebhookPart({ address, children }: { address: string; children?: ReactNode }) {
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
        <pre className="code-sample" tabIndex={0}>
          <code>{EXAMPLE}</code>
        </pre>
      </section>
    </div>
  );
}
