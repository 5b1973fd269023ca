/** The form field names, equal to the input names in the settings feature. */
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
  'requireAltText',
  'blockedImageHosts',
  'adsTxt',
  'indexNowKey',
  'requireSecondFactor',
  'memberIdleDays',
  'staffIdleHours',
] as const;
export type SettingsField = (typeof SETTINGS_FIELDS)[number];
