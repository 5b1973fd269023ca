// The calls that generate pictures, described.
import { z } from 'zod';
import { ArticleImageRequest, CategoryImageRequest } from '~/features/images/image-input';
import { type ApiAnswer, type ApiRoute, FROM_ELSEWHERE } from './api-route';

const RETRY_AFTER = { headers: { 'Retry-After': 'Seconds.' } };

const ArticleImage = z.object({
  success: z.literal(true),
  error: z.null(),
  imageUrl: z.string().meta({ description: 'Relative to the site.' }),
  imageAlt: z.string(),
});
const NoArticleImage = z.object({ success: z.literal(false), error: z.string() });
const noArticleImage = (description: string): ApiAnswer => ({ description, schema: NoArticleImage });

export const articleImageRoute: ApiRoute = {
  method: 'post',
  path: '/api/generate-article-images',
  id: 'generateArticleImage',
  summary: 'Generate the image of an article',
  description:
    'Draws a picture of the title and the summary, stores it, and sets it on the article. An article that has one keeps it unless `regenerate` is true. The Origin header must be the site’s.',
  access: 'admin session',
  body: {
    schema: ArticleImageRequest,
    required: ['articleId'],
    contentType: 'application/json',
    example: {
      articleId: '3b241101-e2bb-4255-8caf-4136c566a962',
      title: 'The Four-Minute Rule of Client Intake',
      summary: 'Why the growing firms answer within four minutes.',
      regenerate: false,
    },
  },
  answers: {
    200: { description: 'The article shows the picture.', schema: ArticleImage },
    401: noArticleImage('Nobody is signed in.'),
    403: noArticleImage(
      'Whoever is signed in may not generate pictures, or the request comes from elsewhere.',
    ),
    404: noArticleImage('There is no such article.'),
    409: noArticleImage('The article has a picture already, or got another one meanwhile.'),
    422: noArticleImage('The body is not as described, or the generator refused to draw this.'),
    429: { ...noArticleImage('What may be spent in a day is spent.'), ...RETRY_AFTER },
    503: { ...noArticleImage('The generator, the files or the database cannot be reached.'), ...RETRY_AFTER },
  },
};

const NoCategoryImage = z.object({ error: z.string() });
const noCategoryImage = (description: string): ApiAnswer => ({ description, schema: NoCategoryImage });

export const categoryImageRoute: ApiRoute = {
  method: 'post',
  path: '/api/generate-category-image',
  id: 'getCategoryImage',
  summary: 'The picture of a category',
  description:
    'Of existing categories only. It is generated when it is asked for first, once however many ask at a time, and stored.',
  access: 'anyone',
  body: {
    schema: CategoryImageRequest,
    required: ['categoryName'],
    contentType: 'application/json',
    example: { categoryName: 'Operations', categoryDescription: 'How a firm runs.' },
  },
  answers: {
    200: {
      description: 'Where it is, relative to the site.',
      schema: z.object({ imageUrl: z.string() }),
    },
    403: FROM_ELSEWHERE,
    404: noCategoryImage('There is no such category.'),
    422: noCategoryImage('The body is not as described.'),
    429: { ...noCategoryImage('Too many requests from one address.'), ...RETRY_AFTER },
    503: { ...noCategoryImage('No picture can be made now.'), ...RETRY_AFTER },
  },
};
