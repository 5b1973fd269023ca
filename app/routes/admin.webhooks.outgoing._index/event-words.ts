import { EVENT_TYPES, type EventType, TEST_EVENT } from '~/features/endpoints/endpoint';

/** Events as editors call them. */
export const EVENT_WORDS: Record<EventType, string> = {
  'article.published': 'An article is published',
  'article.updated': 'A published article changes',
  'lead.created': 'Somebody subscribes',
};

export function eventWords(type: string): string {
  const known = EVENT_TYPES.find((event) => event === type);
  if (known) return EVENT_WORDS[known];
  return type === TEST_EVENT ? 'A test' : type;
}
