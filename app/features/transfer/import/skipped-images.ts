// Notes on the images of a post that were not downloaded.
import type { HtmlNode } from '~/lib/html/html-tree';
import { listAlts, listImages, type OldSite } from './old-site';

interface PostImages {
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
function listShown(images: PostImages): [string, string][] {
  const { nodes, site, main, imageAlt } = images;
  const shown: [string, string][] = [...listAlts(nodes, site)];
  if (main) shown.unshift([main, imageAlt]);
  // Preview images of videos and social images have no description.
  const others = listWanted(images).filter((wanted) => !shown.some(([address]) => address === wanted));
  return [...shown, ...others.map((address): [string, string] => [address, ''])];
}

export const nameImage = (address: string, alt: string) => `${address}${alt ? ` (“${alt}”)` : ''}`;

/** @param failed URL -> reason */
export function noteFailed(images: PostImages, failed: ReadonlyMap<string, string>): string[] {
  return listShown(images).flatMap(([address, alt]) => {
    const reason = failed.get(address);
    return reason === undefined ? [] : [`The image ${nameImage(address, alt)} was skipped. ${reason}`];
  });
}

export function noteUnwanted(images: PostImages): string[] {
  const names = listShown(images).map(([address, alt]) => nameImage(address, alt));
  return names.length > 0 ? [`Its images were skipped, as chosen: ${names.join(', ')}`] : [];
}
