/** Every page: the category bar and the footer's counts stand on all of them. */
export const CHROME_TAG = 'chrome';
