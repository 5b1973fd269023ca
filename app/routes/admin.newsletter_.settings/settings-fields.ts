/** The form field names, equal to the input names in the newsletter settings feature. */
export const FIELDS = [
  'senderName',
  'senderAddress',
  'postalAddress',
  'time',
  'intro',
  'articleCount',
] as const;
export const BOXES = ['isScheduled', 'withCta', 'withAd', 'countClicks'] as const;
export type Field = (typeof FIELDS)[number];
export type Box = (typeof BOXES)[number];
