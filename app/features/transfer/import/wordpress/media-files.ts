// Finds the uploaded WordPress files that posts use.
import { crc32 } from '~/lib/zip/zip-entry';

const ADDRESS = /=\s*["']([^"'<>\s]{1,2000})["']/g;
const FILE = /\.\w{2,5}(?:[?#]|$)/;

/**
 * Identifies a file by its path without extension and size: posts often use a resized copy, such as `/up/a-300x200.png`. A
 * number, because a large export has hundreds of thousands of files.
 */
export function hashFile(address: string): number {
  const path = address
    .replace(/^(?:https?:)?\/\/[^/]*/i, '')
    .replace(/[?#].*$/, '')
    .replace(/(?:-scaled|-\d{1,5}x\d{1,5})?\.\w{2,5}$/, '');
  return crc32(new TextEncoder().encode(path));
}

/** The files that a text shows or links to, as `hashFile` returns them. */
export const hashFiles = (content: string): number[] =>
  [...content.matchAll(ADDRESS)].flatMap(([, address = '']) =>
    FILE.test(address) ? [hashFile(address)] : [],
  );

export const fileOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);
