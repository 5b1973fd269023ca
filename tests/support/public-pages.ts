// Every kind of public page of the demo site, for checks that apply to all of them.

export interface TestedPage {
  name: string;
  path: string;
  /** Defaults to 200. */
  status?: number;
}

export const PUBLIC_PAGES: readonly TestedPage[] = [
  { name: 'home', path: '/' },
  { name: 'an article', path: '/article/where-to-put-the-human-gate-in-ai-intake-triage' },
  {
    name: 'an article with a text ad',
    path: '/article/choosing-a-practice-management-system-with-a-scored-trial',
  },
  { name: 'a category', path: '/category/digital-marketing' },
  { name: 'a category with a text ad', path: '/category/tools' },
  { name: 'an empty category', path: '/category/interviews' },
  { name: 'all stories', path: '/category/all' },
  { name: 'the last page of all stories', path: '/category/all?page=3' },
  { name: 'a tag', path: '/tag/client-intake' },
  { name: 'an author', path: '/author/tom-beckett' },
  { name: 'search, idle', path: '/search' },
  { name: 'search, too short', path: '/search?q=a' },
  { name: 'search with results', path: '/search?q=intake' },
  { name: 'search with filters', path: '/search?q=intake&category=operations&sort=date' },
  { name: 'search with a correction', path: '/search?q=marketng' },
  { name: 'search without results', path: '/search?q=zzyzx' },
  { name: 'search with close articles', path: '/search?q=zyzzyva+intake+xylophone' },
  { name: 'the newsletter', path: '/newsletter' },
  { name: 'the newsletter, joined', path: '/newsletter?subscribed=newsletter-page' },
  { name: 'past issues', path: '/newsletter/archive' },
  { name: 'subscribe', path: '/subscribe' },
  { name: 'a static page', path: '/page/about' },
  { name: 'a missing article', path: '/article/no-such-article', status: 404 },
  { name: 'a missing category', path: '/category/no-such-category', status: 404 },
  { name: 'an unknown path', path: '/no/such/path', status: 404 },
];

/** The console's message about the status of the page itself. */
export function expectedOf({ status }: TestedPage): RegExp[] {
  return status ? [new RegExp(`status of ${status}`)] : [];
}
