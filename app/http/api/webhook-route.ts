// OpenAPI description of POST /api/zapier-webhook.

import { WebhookPayload } from '~/features/webhooks/inbound/webhook-payload';
import { WebhookAnswer, WebhookProblem } from '~/features/webhooks/inbound/webhook-response';
import type { ApiRoute } from './api-route';

const problem = (description: string) => ({ description, schema: WebhookProblem });

export const webhookRoute: ApiRoute = {
  method: 'post',
  path: '/api/zapier-webhook',
  id: 'postArticle',
  summary: 'Publish an article',
  description:
    'Cleans the HTML, stores the images, generates the slug from the title, and publishes the article immediately. Unknown fields are ignored. Bodies up to 5 MB; 120 requests a minute for each key.',
  access: 'webhook key',
  parameters: [
    {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Up to 255 printable ASCII characters. For 24 hours, repeating the key with the same body returns the first answer and creates no second article. The same key with another body is rejected.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
    {
      name: 'webhook-id',
      in: 'header',
      description:
        'For signed requests: the message’s unique id, unchanged on retries. After a request is accepted, another one with its id is rejected.',
    },
    {
      name: 'webhook-timestamp',
      in: 'header',
      description: 'For signed requests: seconds since 1970, within 5 minutes of now.',
    },
    {
      name: 'webhook-signature',
      in: 'header',
      description:
        'For signed requests, as in Standard Webhooks: `v1,` and the base64 of HMAC-SHA-256 over `{webhook-id}.{webhook-timestamp}.{body}` with the key’s signing secret. Required when the magazine accepts only signed requests.',
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
      headers: { 'Idempotent-Replayed': '`true` when the answer is that of an earlier request.' },
    },
    400: problem('The body is not a JSON object, or the Idempotency-Key is invalid.'),
    401: problem('The key is missing or invalid, or the signature does not match.'),
    405: problem('The method is not POST.'),
    409: problem(
      'The signed request was already received; or an identical request, or the first one with this Idempotency-Key, is still in progress.',
    ),
    413: problem('The body is longer than 5 MB.'),
    415: problem('The body’s content type is not JSON in UTF-8.'),
    422: problem(
      'The invalid fields, each with a reason; or the Idempotency-Key was used with another body.',
    ),
    429: {
      ...problem('More than 120 requests in a minute, or more than 30 wrong keys from one address.'),
      headers: { 'Retry-After': 'In seconds.' },
    },
    500: problem('An internal error. Nothing was published.'),
    503: {
      ...problem(
        'The database is unavailable. Retrying with the same Idempotency-Key or webhook-id is safe.',
      ),
      headers: { 'Retry-After': 'In seconds.' },
    },
  },
};
