// Pages and feeds show no other site's pictures: readers would be seen there, and the picture may be another tomorrow.

/** Of a picture that could not be fetched when its text was saved. Stored HTML has one spelling: double quotes. */
const FOREIGN_PICTURE = /(<img (?:[^<>]*\s)?src=")https?:[^"]*"/gi;
/** Specification, section 8: image load failure. */
const PLACEHOLDER = '/stock/default-800.webp';

/** Stored HTML with the placeholder where a picture still lies on another site. */
export function withoutForeignPictures(html: string): string {
  return html.replace(FOREIGN_PICTURE, `$1${PLACEHOLDER}"`);
}

/** Addresses of the pictures that a text shows from other sites, each once. */
export function listForeignPictures(html: string): string[] {
  const found = html.match(/<img\s(?:[^<>]*\s)?src="https?:[^"]*"/gi) ?? [];
  return [
    ...new Set(found.map((tag) => tag.slice(tag.lastIndexOf('src="') + 5, -1).replaceAll('&amp;', '&'))),
  ];
}

const LONGEST_ADDRESS = 80;
const MOST_NAMED = 3;

/** Which pictures could not be fetched, for whoever saved; undefined when all could. */
export function tellUnfetched(addresses: readonly string[]): string | undefined {
  if (addresses.length === 0) return undefined;
  const short = (address: string) =>
    address.length > LONGEST_ADDRESS ? `${address.slice(0, LONGEST_ADDRESS - 1)}…` : address;
  const named = addresses.slice(0, MOST_NAMED).map(short).join(', ');
  const others = addresses.length > MOST_NAMED ? ` and ${addresses.length - MOST_NAMED} more` : '';
  const what = addresses.length === 1 ? 'One picture' : `${addresses.length} pictures`;
  return `${what} could not be fetched: ${named}${others}. Readers see a placeholder there: upload the picture instead, or save again to try again.`;
}
