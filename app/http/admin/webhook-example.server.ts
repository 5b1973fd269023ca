// The webhook's URL with an example request that works when pasted.
import { listCategoryCards } from '~/features/categories/manage-categories.server';
import type { AppContext } from '~/platform/context';

export interface WebhookExample {
  address: string;
  /** A valid request body. */
  example: string;
  /** The same request as a curl command. */
  command: string;
}

/** The example uses an existing category, because the webhook may refuse an unknown one. */
const PREFERRED = 'Operations';

export async function getWebhookExample(ctx: Pick<AppContext, 'db' | 'config'>): Promise<WebhookExample> {
  const names = (await listCategoryCards(ctx)).map(({ name }) => name);
  return toWebhookExample(ctx, names.find((name) => name === PREFERRED) ?? names[0] ?? '');
}

/** The same without a database query, for use while the database is unavailable. */
export function toWebhookExample({ config }: Pick<AppContext, 'config'>, category = ''): WebhookExample {
  const address = `${config.siteUrl}/api/zapier-webhook`;
  const example = JSON.stringify(
    {
      title: 'The Four-Minute Rule of Client Intake',
      content: '<p>A caller who waits an hour has already phoned three other firms.</p>',
      author: 'Dana Whitfield',
      summary: 'Why the growing firms answer within four minutes.',
      category,
      image_url: `${config.siteUrl}/stock/operations-800.webp`,
      read_time: 5,
      is_featured: false,
      is_popular: true,
    },
    null,
    2,
  );
  const command = [
    `curl -X POST ${quoted(address)}`,
    `-H 'content-type: application/json'`,
    `-H 'x-api-key: YOUR_KEY'`,
    `-d ${quoted(example)}`,
  ].join(' \\\n  ');
  return { address, example, command };
}

/** Quotes for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
