/** Sent to the window when a page's new data could not be loaded and the page stays as it is. */
export const PAGE_KEPT = 'page-kept';
