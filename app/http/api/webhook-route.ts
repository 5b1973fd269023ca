// POST /api/zapier-webhook, described.
import { WebhookAnswer, WebhookProblem } from '~/features/webhook/webhook-answer';
import { WebhookPayload } from '~/features/webhook/webhook-payload';
import type { ApiRoute } from './api-route';

const problem = (description: string) => ({ description, schema: WebhookProblem });

export const webhookRoute: ApiRoute = {
  method: 'post',
  path: '/api/zapier-webhook',
  id: 'postArticle',
  summary: 'Publish an article',
  description:
    'Cleans the HTML, stores the pictures, makes the address of the title, and publishes at once. Fields that are not listed are ignored. Bodies up to 5 MB; 120 requests a minute for each key.',
  access: 'webhook key',
  parameters: [
    {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Any text of up to 255 plain characters. For 24 hours, the same key with the same body is answered like the first time and makes no second article; with another body it is refused.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
    {
      name: 'webhook-id',
      in: 'header',
      description:
        'Of a signed request: a name of its own, the same when it is sent again. Once a request of that name was accepted, another one is refused.',
    },
    {
      name: 'webhook-timestamp',
      in: 'header',
      description: 'Of a signed request: seconds since 1970, within 5 minutes of now.',
    },
    {
      name: 'webhook-signature',
      in: 'header',
      description:
        'Of a signed request, as Standard Webhooks has it: `v1,` and the base64 of HMAC-SHA-256 over `{webhook-id}.{webhook-timestamp}.{body}` with the key’s signing secret. Needed when the magazine takes signed requests only.',
    },
  ],
  body: {
    schema: WebhookPayload,
    required: ['title', 'content', 'author'],
    contentType: 'application/json',
    example: {
      title: 'The Four-Minute Rule of Client Intake',
      content: '<p>A caller who waits an hour has already phoned three other firms.</p>',
      author: 'Dana Whitfield',
      summary: 'Why the growing firms answer within four minutes.',
      category: 'Operations',
      read_time: 5,
      is_featured: false,
      is_popular: true,
    },
  },
  answers: {
    201: {
      description: 'The article is published.',
      schema: WebhookAnswer,
      headers: { 'Idempotent-Replayed': '`true` when this is the answer of an earlier request.' },
    },
    400: problem('The body is no JSON object, or the Idempotency-Key is odd.'),
    401: problem('The key is missing or does not work, or the signature does not fit.'),
    405: problem('Another method than POST.'),
    409: problem(
      'The signed request was received before; or it, or the first request with this Idempotency-Key, is still being worked on.',
    ),
    413: problem('The body is longer than 5 MB.'),
    415: problem('The body is sent as something else than JSON in UTF-8.'),
    422: problem('What is wrong, field by field; or the Idempotency-Key was used with another body.'),
    429: {
      ...problem('More than 120 requests in a minute, or more than 30 wrong keys from one address.'),
      headers: { 'Retry-After': 'Seconds.' },
    },
    500: problem('Something went wrong here. Nothing was published.'),
    503: {
      ...problem(
        'The magazine cannot reach its database. Trying again with the same Idempotency-Key, or the same webhook-id, is safe.',
      ),
      headers: { 'Retry-After': 'Seconds.' },
    },
  },
};
