// After a save: pictures of a text that the server took into its store have addresses of ours. The text on the screen
// learns of them, or the next save would bring the old ones again.

/** Told to a rich text's source field; its detail is a `MovedPictures`. */
export const PICTURES_MOVED = 'pictures-moved';

/** Address as it was sent -> address as it is stored. */
export type MovedPictures = ReadonlyMap<string, string>;

/** Empty unless both texts show as many pictures: then nobody can tell which became which. */
export function findMovedPictures(sent: string, stored: string): MovedPictures {
  const [before, after] = [sent, stored].map(listPictures);
  if (!before || before.length !== after?.length) return new Map();
  const pairs = before.map((src, index) => [src, after[index] ?? src] as const);
  return new Map(pairs.filter(([was, is]) => was !== is));
}

function listPictures(html: string): string[] {
  if (!/<img/i.test(html)) return [];
  const { images } = new DOMParser().parseFromString(html, 'text/html');
  return [...images].map((image) => image.getAttribute('src') ?? '');
}
