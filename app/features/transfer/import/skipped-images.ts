// Notes on the images of a post that were not downloaded.
import type { HtmlNode } from '~/lib/html/html-tree';
import { listAlts, listImages, type OldSite } from './old-site';

/** The images of a post of the old site. */
export interface PostImages {
  nodes: readonly HtmlNode[];
  site: OldSite;
  /** URLs of the featured image and the social image. */
  main: string | null;
  social: string | null;
  imageAlt: string;
}

/** The featured and the social image first, without duplicates. */
export const listWanted = ({ nodes, site, main, social }: PostImages): string[] => [
  ...new Set([main, social, ...listImages(nodes, site)].filter((address) => address !== null)),
];

/** The URL and description of each image, as often as it is shown. */
function* listShown(images: PostImages): Generator<[string, string]> {
  const { nodes, site, main, imageAlt } = images;
  const shown = new Set<string>();
  if (main) {
    shown.add(main);
    yield [main, imageAlt];
  }
  for (const image of listAlts(nodes, site)) {
    shown.add(image[0]);
    yield image;
  }
  // Preview images of videos and social images have no description.
  for (const address of listWanted(images)) if (!shown.has(address)) yield [address, ''];
}

/** An image in a note: its URL, and its description if it has one. */
export const nameImage = (address: string, alt: string) => `${address}${alt ? ` (“${alt}”)` : ''}`;

/** @param failed reasons by URL */
export function* noteFailed(images: PostImages, failed: ReadonlyMap<string, string>): Generator<string> {
  if (failed.size === 0) return;
  for (const [address, alt] of listShown(images)) {
    const reason = failed.get(address);
    if (reason !== undefined) yield `The image ${nameImage(address, alt)} was skipped. ${reason}`;
  }
}

export function* noteUnwanted(images: PostImages): Generator<string> {
  for (const [address, alt] of listShown(images))
    yield `The image ${nameImage(address, alt)} was skipped, as chosen.`;
}
