// The messages sent to endpoints: type, timestamp and data.
import { z } from 'zod';

const ArticleData = z.object({
  id: z.uuid(),
  slug: z.string(),
  url: z.url(),
  title: z.string(),
  summary: z.string(),
  author: z.string(),
  category: z.string().nullable(),
  image_url: z.url().nullable(),
  read_time: z.int(),
  is_featured: z.boolean(),
  is_popular: z.boolean(),
  publish_date: z.iso.datetime(),
});
const LeadData = z.object({
  id: z.uuid(),
  email: z.string(),
  source: z.string(),
  status: z.string(),
  created_at: z.iso.datetime(),
});

const message = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data });

/** Message schemas by event type. */
export const EVENT_MESSAGES = {
  'article.published': message('article.published', ArticleData),
  'article.updated': message('article.updated', ArticleData),
  'lead.created': message('lead.created', LeadData),
};

/** An event as written by the database triggers. */
export interface StoredEvent {
  type: string;
  data: Record<string, unknown>;
  occurredAt: Date;
}

/** The request body, identical for every attempt. Paths become absolute URLs. */
export function toMessage({ type, data, occurredAt }: StoredEvent, siteUrl: string): string {
  const whole = (path: unknown) =>
    typeof path === 'string' && path.startsWith('/') ? siteUrl + path : (path ?? null);
  const { id, slug, ...rest } = data;
  const isArticle = type.startsWith('article.');
  const shown = isArticle
    ? { id, slug, url: `${siteUrl}/article/${slug}`, ...rest, image_url: whole(data.image_url) }
    : data;
  return JSON.stringify({ type, timestamp: occurredAt.toISOString(), data: shown });
}
