/** The form's fields, as the settings feature's input names them. */
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
