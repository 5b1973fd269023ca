// Apart from the issue's schema, which readers' browsers need not load.
export const ARCHIVE_PATH = '/newsletter/archive';
