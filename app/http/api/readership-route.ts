// OpenAPI description of GET /api/readership.
import { z } from 'zod';
import { API_GROUPS, ReadershipAnswer } from '~/features/readership/reports/readership-answer';
import { MAX_RANGE_DAYS } from '~/features/readership/reports/reading-range';
import type { ApiRoute } from './api-route';

const Problem = z.object({ error: z.string() });
const problem = (description: string) => ({ description, schema: Problem });
const day = { type: 'string', format: 'date' };

export const readershipRoute: ApiRoute = {
  method: 'get',
  path: '/api/readership',
  id: 'getReadership',
  summary: 'Get readership figures',
  description: `Views, readers, engaged seconds, completion and sign-ups of up to ${MAX_RANGE_DAYS} days, for external dashboards. Days are those of the magazine’s time zone. 120 requests a minute for each key. An admin creates the key in the readership settings.`,
  access: 'readership key',
  parameters: [
    { name: 'from', in: 'query', required: true, description: 'The first day.', schema: day },
    { name: 'to', in: 'query', required: true, description: 'The last day.', schema: day },
    {
      name: 'group',
      in: 'query',
      description: 'What a row of the answer is about. `day` if missing.',
      schema: { type: 'string', enum: [...API_GROUPS] },
    },
  ],
  answers: {
    200: { description: 'The figures.', schema: ReadershipAnswer },
    401: problem('The key is missing or invalid, or is a key of the webhook.'),
    422: problem('A parameter is missing or invalid.'),
    429: {
      ...problem('More than 120 requests in a minute, or more than 30 wrong keys from one address.'),
      headers: { 'Retry-After': 'In seconds.' },
    },
    500: problem('An internal error.'),
    503: { ...problem('The database is unavailable.'), headers: { 'Retry-After': 'In seconds.' } },
  },
};
