// The doors that readers' pages and programs ask, described.
import { z } from 'zod';
import { ROLES } from '~/features/accounts/account';
import type { ArticleCard, PublicArticle } from '~/features/articles/article-view';
import { LEAD_SOURCES } from '~/features/newsletter/lead-source';
import { SEARCH_QUERY_LIMIT } from '~/features/search/search-query';
import { type ApiRoute, FROM_ELSEWHERE } from './api-route';

const card = {
  id: z.int().meta({ description: 'Derived from the article’s uuid. Only shown: slugs name articles.' }),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  author: z.string(),
  authorSlug: z.string().nullable(),
  publishDate: z.string().meta({ description: 'In the magazine’s time zone.', examples: ['Jan 5, 2025'] }),
  publishedAt: z.iso.datetime(),
  readTime: z.string().meta({ examples: ['5 min read'] }),
  image: z.string().meta({ description: 'An address, or a path of this site.' }),
  imageAlt: z.string(),
  isPopular: z.boolean(),
  isFeatured: z.boolean(),
  membersOnly: z
    .boolean()
    .meta({ description: 'Its text is for members: everybody else gets the beginning.' }),
  categorySlug: z.string().nullable(),
  categoryName: z.string().nullable(),
};
const Card: z.ZodType<ArticleCard> = z.object(card);
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
  description: 'Up to 20 articles whose title, summary or text contains the words, newest first.',
  access: 'anyone',
  parameters: [
    {
      name: 'q',
      in: 'query',
      description: `At least 2 characters, or nothing is found; at most ${SEARCH_QUERY_LIMIT} count.`,
    },
    {
      name: 'view',
      in: 'query',
      description: '`card` leaves texts and tags out.',
      schema: { type: 'string', enum: ['card'] },
    },
  ],
  answers: {
    200: {
      description: 'What was found, perhaps nothing.',
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
    'An address that is there already is left as it is, in silence. For each caller 60 a minute, 40 an hour, 100 a day, and 40 a day to one domain; 500 a day to one domain from all callers, except mailbox providers.',
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
    204: { description: 'Subscribed, or subscribed already.', schema: null },
    403: FROM_ELSEWHERE,
    422: { description: 'This is no address.', schema: z.object({ error: z.string() }) },
    429: {
      description: 'A limit is reached; `error` says which, in a sentence for the reader.',
      schema: z.object({ error: z.string() }),
      headers: { 'Retry-After': 'Seconds.' },
    },
    503: {
      description: 'The database cannot be reached.',
      schema: z.object({ error: z.string() }),
      headers: { 'Retry-After': 'Seconds.' },
    },
  },
};

export const meRoute: ApiRoute = {
  method: 'get',
  path: '/api/me',
  id: 'whoAmI',
  summary: 'Who is signed in',
  description: 'Whose session the cookie is.',
  access: 'anyone',
  answers: {
    200: {
      description: 'The viewer; null for a visitor.',
      schema: z.object({
        viewer: z
          .object({ fullName: z.string(), email: z.string(), role: z.enum(ROLES).nullable() })
          .nullable(),
      }),
    },
    503: {
      description: 'The database cannot be reached.',
      schema: z.object({ error: z.string() }),
      headers: { 'Retry-After': 'Seconds.' },
    },
  },
};

export const healthRoute: ApiRoute = {
  method: 'get',
  path: '/healthz',
  id: 'health',
  summary: 'Whether the magazine lives',
  description: 'Asks nothing else.',
  access: 'anyone',
  answers: { 200: { description: 'It lives.', schema: z.object({ status: z.literal('ok') }) } },
};
