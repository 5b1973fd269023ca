// Article blocks that have no HTML element of their own, and the classes that mark them.

/** The kinds of callouts, with the labels that readers see. */
export const CALLOUTS = {
  note: 'Note',
  tip: 'Tip',
  warning: 'Warning',
  disclaimer: 'Disclaimer',
} as const;

export const PULL_QUOTE = 'pull-quote';
/** Figures that are wider than the text. */
export const FIGURE_WIDTHS = { 'figure-wide': 'Wide', 'figure-full': 'Full width' } as const;
/** A figure of figures. */
export const GALLERY = 'gallery';
export const MAX_GALLERY = 24;
/** A paragraph whose links look like buttons. */
export const BUTTON_LINK = 'button-link';

const CALLOUT = new RegExp(`<div class="callout callout-(${Object.keys(CALLOUTS).join('|')})">`, 'g');

/** Adds its label to each callout of stored HTML, for pages and feeds. The label is not stored. */
export function labelCallouts(html: string): string {
  return html.replace(CALLOUT, (start, kind: keyof typeof CALLOUTS) => {
    const label = CALLOUTS[kind];
    return `${start.slice(0, -1)} role="note" aria-label="${label}"><p class="callout__label"><strong>${label}</strong></p>`;
  });
}

/** The attribute that names the image of an element; undefined for elements without one. */
export const imageAttributeOf = (tag: string): 'src' | 'poster' | undefined =>
  tag === 'img' ? 'src' : tag === 'video' ? 'poster' : undefined;

export const isPlayer = (tag: string): tag is 'video' | 'audio' => tag === 'video' || tag === 'audio';

const PLAYER = /<(video|audio) src="([^"]*)"[^>]*><\/\1>/g;

/** Adds a link to the file after each player of stored HTML, for print and for feed readers that show no players. */
export function linkPlayers(html: string): string {
  return html.replace(PLAYER, (player, tag: string, src: string) => {
    const label = tag === 'video' ? 'Video' : 'Audio';
    return `${player}<span class="player-link">${label}: <a href="${src}" rel="noopener noreferrer">${src}</a></span>`;
  });
}
