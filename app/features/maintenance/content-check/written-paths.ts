// The limits of a request that checks the links of a text while it is written.

/** More are sent in the next request. */
export const MAX_PATHS = 200;
/** No page of this site has a longer path. */
export const LONGEST_PATH = 500;
