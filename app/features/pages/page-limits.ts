// How long the parts of a standing page may be, in characters.

export const TITLE_LIMIT = 200;
export const SUMMARY_LIMIT = 500;
/** Of HTML, once the pictures that came inside it are stored. */
export const CONTENT_LIMIT = 500_000;
