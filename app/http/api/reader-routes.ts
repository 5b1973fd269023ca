// OpenAPI descriptions of the routes for readers.
import { z } from 'zod';
import { ROLES } from '~/features/accounts/account';
import type { ArticleCardView, PublicArticle } from '~/features/articles/public/article-view';
import { LEAD_SOURCES } from '~/features/newsletter/subscribers/lead-source';
import { SEARCH_MOST, SEARCH_QUERY_LIMIT, SEARCH_RESULTS } from '~/features/search/search-query';
import type { DialogResults } from '~/features/search/search-view';
import { type ApiRoute, CROSS_ORIGIN_REFUSAL } from './api-route';

const card = {
  id: z.int().meta({
    description: 'Derived from the article’s UUID, for display. Use the slug to identify an article.',
  }),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  author: z.string().meta({ description: 'The first author.' }),
  authorSlug: z.string().nullable(),
  coauthors: z
    .array(z.object({ name: z.string(), slug: z.string() }))
    .optional()
    .meta({ description: 'The other authors in order; left out if there are none.' }),
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

const total = z.int().meta({
  description: `The number of articles found on all pages, ${SEARCH_MOST.toLocaleString('en-US')} at most.`,
});
const Facet = z.object({ slug: z.string(), name: z.string(), count: z.int() });
const SearchCards: z.ZodType<DialogResults> = z.object({
  found: z.array(
    z.object({
      article: Card,
      kind: z.enum(['words', 'some', 'text', 'closest']).meta({
        description:
          'Why the article was found: it contains all words, some of them, or the typed text as part of words; `closest` if nothing was found.',
      }),
      excerpt: z.string().nullable().meta({ description: 'The text around the match.' }),
    }),
  ),
  total,
  isMore: z.boolean().meta({ description: 'More articles match than `total` says.' }),
  corrected: z
    .string()
    .nullable()
    .meta({ description: 'The words that were searched instead of mistyped ones.' }),
  forms: z.array(z.string()).meta({ description: 'Words and phrases to highlight.' }),
  facets: z
    .object({
      categories: z.array(Facet),
      authors: z.array(Facet),
      years: z.array(z.object({ year: z.int(), count: z.int() })),
    })
    .nullable(),
  named: z
    .array(
      z.object({ kind: z.enum(['category', 'tag', 'author', 'page']), name: z.string(), path: z.string() }),
    )
    .meta({ description: 'Categories, tags, authors and pages whose names match the query.' }),
});

const retryLater = (description: string) => ({
  description,
  schema: z.object({ error: z.string() }),
  headers: { 'Retry-After': 'In seconds.' },
});

export const searchRoute: ApiRoute = {
  method: 'get',
  path: '/api/search',
  id: 'searchArticles',
  summary: 'Search published articles',
  description: `A page of ${SEARCH_RESULTS} articles, the best match first: those with all words in any order, also in other forms and as synonyms, then those that contain the typed text. "Quoted words" must occur as a phrase, words after a minus sign are excluded. If few articles match, mistyped words are corrected.`,
  access: 'anyone',
  parameters: [
    {
      name: 'q',
      in: 'query',
      description: `Shorter than 2 characters finds nothing; characters after the first ${SEARCH_QUERY_LIMIT} are ignored.`,
    },
    {
      name: 'page',
      in: 'query',
      description: 'The number of the page, from 1.',
      schema: { type: 'integer', minimum: 1, maximum: SEARCH_MOST / SEARCH_RESULTS },
    },
    {
      name: 'view',
      in: 'query',
      description:
        '`card` returns cards without content and tags, the reason each was found, and the categories, tags, authors and pages whose names match.',
      schema: { type: 'string', enum: ['card'] },
    },
    {
      name: 'typing',
      in: 'query',
      description: '`1` if the last word may be unfinished.',
      schema: { type: 'string', enum: ['1'] },
    },
  ],
  answers: {
    200: {
      description: 'The articles found; may be empty.',
      schema: z.union([
        z.object({
          articles: z.array(Article),
          total,
          page: z.int().meta({ description: 'The number of this page.' }),
        }),
        SearchCards,
      ]),
    },
    429: retryLater('More than 600 uncached searches a minute from one caller.'),
    503: retryLater('The database is unavailable.'),
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
    429: retryLater('A rate limit was reached. `error` is a message for the reader.'),
    503: retryLater('The database is unavailable.'),
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
    503: retryLater('The database is unavailable.'),
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
