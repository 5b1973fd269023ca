// OpenAPI descriptions of the routes for readers.
import { z } from 'zod';
import { ROLES } from '~/features/accounts/account';
import type { ArticleCardView, PublicArticle } from '~/features/articles/public/article-view';
import { LEAD_SOURCES } from '~/features/newsletter/subscribers/lead-source';
import { SEARCH_QUERY_LIMIT } from '~/features/search/search-query';
import { type ApiRoute, CROSS_ORIGIN_REFUSAL } from './api-route';

const card = {
  id: z.int().meta({
    description: 'Derived from the article’s UUID, for display. Use the slug to identify an article.',
  }),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  author: z.string(),
  authorSlug: z.string().nullable(),
  publishDate: z.string().meta({ description: 'In the magazine’s time zone.', examples: ['Jan 5, 2025'] }),
  publishedAt: z.iso.datetime(),
  readTime: z.string().meta({ examples: ['5 min read'] }),
  image: z.string().meta({ description: 'A URL, or a path on this site.' }),
  imageAlt: z.string(),
  isPopular: z.boolean(),
  isFeatured: z.boolean(),
  membersOnly: z
    .boolean()
    .meta({ description: 'The full text is for members; other readers get the beginning.' }),
  categorySlug: z.string().nullable(),
  categoryName: z.string().nullable(),
};
const Card: z.ZodType<ArticleCardView> = z.object(card);
const Article: z.ZodType<PublicArticle> = z.object({
  ...card,
  content: z.string().meta({ description: 'Clean HTML.' }),
  categories: z.array(z.int()),
  status: z.literal('published'),
  tags: z.array(z.object({ id: z.uuid(), name: z.string(), slug: z.string() })),
});

export const searchRoute: ApiRoute = {
  method: 'get',
  path: '/api/search',
  id: 'searchArticles',
  summary: 'Search published articles',
  description: 'Up to 20 articles whose title, summary or text contains the search terms, newest first.',
  access: 'anyone',
  parameters: [
    {
      name: 'q',
      in: 'query',
      description: `Shorter than 2 characters finds nothing; characters after the first ${SEARCH_QUERY_LIMIT} are ignored.`,
    },
    {
      name: 'view',
      in: 'query',
      description: '`card` omits content and tags.',
      schema: { type: 'string', enum: ['card'] },
    },
  ],
  answers: {
    200: {
      description: 'The articles found; may be empty.',
      schema: z.object({ articles: z.array(z.union([Article, Card])) }),
    },
  },
};

export const subscribeRoute: ApiRoute = {
  method: 'post',
  path: '/api/subscribe',
  id: 'subscribe',
  summary: 'Subscribe to the newsletter',
  description:
    'An email address that is already subscribed is left unchanged, and the answer is the same. Limits for each IP address: 60 requests a minute, 40 an hour, 100 a day, and 40 a day to one email domain. All callers together: 500 a day to one email domain, except mailbox providers.',
  access: 'anyone',
  body: {
    schema: z.object({
      email: z.string().meta({ format: 'email' }),
      source: z.enum(LEAD_SOURCES).optional(),
    }),
    required: ['email'],
    contentType: 'application/x-www-form-urlencoded',
    example: { email: 'reader@example.com', source: 'newsletter' },
  },
  answers: {
    204: { description: 'Subscribed, or already subscribed.', schema: null },
    403: CROSS_ORIGIN_REFUSAL,
    422: { description: 'The email address is invalid.', schema: z.object({ error: z.string() }) },
    429: {
      description: 'A rate limit is reached. `error` is a message for the reader.',
      schema: z.object({ error: z.string() }),
      headers: { 'Retry-After': 'In seconds.' },
    },
    503: {
      description: 'The database is unavailable.',
      schema: z.object({ error: z.string() }),
      headers: { 'Retry-After': 'In seconds.' },
    },
  },
};

export const meRoute: ApiRoute = {
  method: 'get',
  path: '/api/me',
  id: 'whoAmI',
  summary: 'Get the signed-in account',
  description: 'The account of the session cookie.',
  access: 'anyone',
  answers: {
    200: {
      description: 'The account; null when not signed in.',
      schema: z.object({
        viewer: z
          .object({ fullName: z.string(), email: z.string(), role: z.enum(ROLES).nullable() })
          .nullable(),
      }),
    },
    503: {
      description: 'The database is unavailable.',
      schema: z.object({ error: z.string() }),
      headers: { 'Retry-After': 'In seconds.' },
    },
  },
};

export const healthRoute: ApiRoute = {
  method: 'get',
  path: '/healthz',
  id: 'health',
  summary: 'Check liveness',
  description: 'Checks no other service.',
  access: 'anyone',
  answers: { 200: { description: 'The worker is running.', schema: z.object({ status: z.literal('ok') }) } },
};
