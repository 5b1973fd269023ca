// Paths of links in emails. Their tokens are signed, so nothing is stored for them; they work as long as the
// lead exists.

export const ARCHIVE_PATH = '/newsletter/archive';

export const CONFIRM_PATH = '/newsletter/confirm';
export const UNSUBSCRIBE_PATH = '/newsletter/unsubscribe';
export const PREFERENCES_PATH = '/newsletter/preferences';

/** Days until a confirmation link expires. Subscribing again sends a new one. */
export const CONFIRM_DAYS = 30;
export const NEWSLETTER_LINK_DEAD = 'This link has expired or is incomplete.';
export const ADDRESS_BOUNCED = 'Emails to this address bounced, so we no longer send any.';

/** Token used in previews and test emails; it belongs to no reader. */
export const SAMPLE_TOKEN = 'sample';
