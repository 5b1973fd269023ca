// Loads embedded videos and posts of other sites only when a reader clicks, so that these sites cannot track
// readers.

const PLAYERS: Record<string, (id: string) => string> = {
  youtube: (id) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`,
  vimeo: (id) => {
    const [video, secret] = id.split('/');
    return `https://player.vimeo.com/video/${video}?dnt=1&autoplay=1${secret ? `&h=${secret}` : ''}`;
  },
  x: (id) => `https://platform.twitter.com/embed/Tweet.html?dnt=true&id=${id}`,
  linkedin: (id) => `https://www.linkedin.com/embed/feed/update/urn:li:${id}`,
};

/** Makes embed links within `body` open a player in place. Returns a function that stops it. */
export function playEmbeds(body: HTMLElement): () => void {
  const play = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const figure = link?.closest<HTMLElement>('figure[data-embed]');
    const { embed = '', id = '' } = figure?.dataset ?? {};
    const player = Object.hasOwn(PLAYERS, embed) ? PLAYERS[embed] : undefined;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    // Stored ids are valid; this keeps anything else out of the player's URL.
    if (!link || !player || !isPlain || !/^[\w:/-]+$/.test(id)) return;
    event.preventDefault();
    const frame = document.createElement('iframe');
    frame.src = player(id);
    frame.title = link.textContent ?? '';
    frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
    link.replaceWith(frame);
    frame.focus();
  };
  body.addEventListener('click', play);
  return () => body.removeEventListener('click', play);
}
