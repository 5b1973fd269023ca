// Article blocks that have no HTML element of their own, and the classes that mark them.

/** The kinds of callouts, with the labels that readers see. */
export const CALLOUTS = {
  note: 'Note',
  tip: 'Tip',
  warning: 'Warning',
  disclaimer: 'Disclaimer',
} as const;

export const PULL_QUOTE = 'pull-quote';
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
