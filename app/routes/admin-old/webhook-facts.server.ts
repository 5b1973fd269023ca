// What the webhook's screens tell: the address, and an example that works when it is pasted.
import { listCategoryCards } from '~/features/categories/manage-categories.server';
import type { AppContext } from '~/platform/context';
import type { WebhookFacts } from './webhook-part';

/** One of the categories there are: an unknown one would be refused. */
const PREFERRED = 'Operations';

export async function getWebhookFacts(ctx: Pick<AppContext, 'db' | 'config'>): Promise<WebhookFacts> {
  const names = (await listCategoryCards(ctx)).map(({ name }) => name);
  return toWebhookFacts(ctx, names.find((name) => name === PREFERRED) ?? names[0] ?? '');
}

/** The same while nobody can tell which categories there are. */
export function toWebhookFacts({ config }: Pick<AppContext, 'config'>, category = ''): WebhookFacts {
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

/** For a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
