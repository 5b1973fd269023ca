/** The form's fields, as the settings feature's input names them. */
export const SETTINGS_FIELDS = [
  'name',
  'blurb',
  'linkedin',
  'x',
  'facebook',
  'youtube',
  'readersFigure',
  'growthFigure',
  'timeZone',
  'newsletterHeadline',
  'newsletterText',
  'newsletterIntro',
  'imageDailyCap',
  'blockedImageHosts',
  'adsTxt',
  'requireSecondFactor',
  'memberIdleDays',
  'staffIdleHours',
] as const;
export type SettingsField = (typeof SETTINGS_FIELDS)[number];
