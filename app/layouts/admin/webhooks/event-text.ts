import { EVENT_TYPES, type EventType, TEST_EVENT } from '~/features/webhooks/outbound/endpoint';

/** Event names for editors. */
export const EVENT_LABELS: Record<EventType, string> = {
  'article.published': 'An article is published',
  'article.updated': 'A published article changes',
  'lead.created': 'A reader subscribes',
};

export function eventLabel(type: string): string {
  const known = EVENT_TYPES.find((event) => event === type);
  if (known) return EVENT_LABELS[known];
  return type === TEST_EVENT ? 'A test' : type;
}
