// Addresses in our letters. What they say is signed, so nothing about them is stored and they work as long as their lead.

export const CONFIRM_PATH = '/newsletter/confirm';
export const UNSUBSCRIBE_PATH = '/newsletter/unsubscribe';
export const PREFERENCES_PATH = '/newsletter/preferences';

/** A link to confirm is good for so long; subscribing again brings another. */
export const CONFIRM_DAYS = 30;
export const LINK_DEAD = 'This link has expired or is not complete.';

/** In the place of a token where a letter is only shown. */
export const SAMPLE_TOKEN = 'sample';
