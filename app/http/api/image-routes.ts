// OpenAPI descriptions of the image generation routes.
import { z } from 'zod';
import { ArticleImageRequest, CategoryImageRequest } from '~/features/image-generation/image-input';
import { type ApiAnswer, type ApiRoute, CROSS_ORIGIN_REFUSAL } from './api-route';

const RETRY_AFTER = { headers: { 'Retry-After': 'In seconds.' } };

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
    'Draws an image for the title and the summary, stores it, and sets it on the article. An article that already has an image keeps it unless `regenerate` is true. The Origin header must be the site’s.',
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
    200: { description: 'The image was set on the article.', schema: ArticleImage },
    401: noArticleImage('Not signed in.'),
    403: noArticleImage('The account may not generate images, or the request comes from another site.'),
    404: noArticleImage('The article does not exist.'),
    409: noArticleImage('The article already has an image, or another request set one in the meantime.'),
    422: noArticleImage('The body is invalid, or the generator rejected the request.'),
    429: { ...noArticleImage('The daily budget is used up.'), ...RETRY_AFTER },
    503: {
      ...noArticleImage('The generator, the file storage or the database is unavailable.'),
      ...RETRY_AFTER,
    },
  },
};

const NoCategoryImage = z.object({ error: z.string() });
const noCategoryImage = (description: string): ApiAnswer => ({ description, schema: NoCategoryImage });

export const categoryImageRoute: ApiRoute = {
  method: 'post',
  path: '/api/generate-category-image',
  id: 'getCategoryImage',
  summary: 'Get the image of a category',
  description:
    'Works for existing categories. The first request generates the image and stores it; simultaneous requests share one generation.',
  access: 'anyone',
  body: {
    schema: CategoryImageRequest,
    required: ['categoryName'],
    contentType: 'application/json',
    example: { categoryName: 'Operations', categoryDescription: 'How a firm runs.' },
  },
  answers: {
    200: {
      description: 'The image’s URL, relative to the site.',
      schema: z.object({ imageUrl: z.string() }),
    },
    403: CROSS_ORIGIN_REFUSAL,
    404: noCategoryImage('The category does not exist.'),
    422: noCategoryImage('The body is invalid.'),
    429: { ...noCategoryImage('Too many requests from one IP address.'), ...RETRY_AFTER },
    503: { ...noCategoryImage('No image can be generated at the moment.'), ...RETRY_AFTER },
  },
};
