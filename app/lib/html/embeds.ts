// Videos and posts of other sites that articles can embed: supported providers, their URLs, and the stored
// HTML.
import { element, type HtmlElement } from './html-tree';

export interface Embed {
  provider: 'youtube' | 'vimeo' | 'x' | 'linkedin';
  id: string;
  /** The page on the provider's site, for feeds and readers without JavaScript. */
  url: string;
}

const WORDS: Record<Embed['provider'], string> = {
  youtube: 'Watch on YouTube',
  vimeo: 'Watch on Vimeo',
  x: 'Read the post on X',
  linkedin: 'Read the post on LinkedIn',
};

/** The embed that a URL leads to, in any of the provider's URL formats; null for other URLs. */
export function findEmbed(address: string): Embed | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const host = url.hostname.replace(/^(?:www|m|mobile)\./, '');
  if (host === 'youtu.be' || host === 'youtube.com' || host === 'youtube-nocookie.com')
    return findYouTube(url);
  if (host === 'vimeo.com' || host === 'player.vimeo.com') return findVimeo(url);
  if (host === 'x.com' || host === 'twitter.com') return findPost(url);
  return host === 'linkedin.com' ? findLinkedIn(url) : null;
}

function findYouTube({ hostname, pathname, searchParams }: URL): Embed | null {
  const [, first = '', second = ''] = pathname.split('/');
  const inPath = hostname === 'youtu.be' ? first : /^(?:embed|shorts|live|v)$/.test(first) ? second : '';
  const id = inPath || (pathname === '/watch' ? (searchParams.get('v') ?? '') : '');
  // `/embed/videoseries?list=…` and `/embed/live_stream?channel=…` are not videos.
  if (!/^(?!videoseries$|live_stream$)[\w-]{11}$/.test(id)) return null;
  return { provider: 'youtube', id, url: `https://www.youtube.com/watch?v=${id}` };
}

/** An unlisted Vimeo video has a second part in its URL, which is part of the id. */
function findVimeo({ pathname, searchParams }: URL): Embed | null {
  const [, film = '', part] = /^\/(?:video\/)?(\d{4,12})(?:\/([0-9a-f]{6,16}))?\/?$/.exec(pathname) ?? [];
  if (!film) return null;
  const secret = part ?? /^[0-9a-f]{6,16}$/.exec(searchParams.get('h') ?? '')?.[0];
  const id = secret ? `${film}/${secret}` : film;
  return { provider: 'vimeo', id, url: `https://vimeo.com/${id}` };
}

function findPost({ pathname }: URL): Embed | null {
  const [, author, id] = /^\/(\w{1,20})\/status\/(\d{5,25})(?:\/|$)/.exec(pathname) ?? [];
  return id ? { provider: 'x', id, url: `https://x.com/${author}/status/${id}` } : null;
}

function findLinkedIn({ pathname }: URL): Embed | null {
  const [, kind, number] =
    /(?:urn:li:|-)(share|activity|ugcPost)[:-](\d{10,25})(?:\D|$)/.exec(pathname) ?? [];
  if (!number || !/^\/(?:embed\/feed\/update|feed\/update|posts)\//.test(pathname)) return null;
  const id = `${kind}:${number}`;
  return { provider: 'linkedin', id, url: `https://www.linkedin.com/feed/update/urn:li:${id}` };
}

/** The stored figure: a link, which the page replaces with a player when a reader clicks. */
export function toFigure({ provider, id, url }: Embed): HtmlElement {
  const link = element('a', [WORDS[provider]], { href: url, rel: 'noopener noreferrer' });
  return element('figure', [link], { 'data-embed': provider, 'data-id': id });
}
