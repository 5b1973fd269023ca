// The hints for a text: the message of each, and where in the text it applies.
import { rangeOfPlace, type WrittenLink, type WrittenText } from './written-text';

/** Where a hint applies: characters, or an image or block. */
export type HintTarget = Range | HTMLElement;

interface WritingHint {
  key: string;
  text: string;
  /** The label of its button; '' for a hint about the whole article. */
  action: string;
  /** In document order. */
  targets(): HintTarget[];
}

const ACTIONS = {
  sentence: 'Show Sentence',
  paragraph: 'Show Paragraph',
  subheading: 'Show Part',
  length: '',
};

/** Addresses named in one hint. */
const MAX_NAMED = 3;

/** The paths of this site that the text links to, once each. */
export function listOwnPaths(links: readonly WrittenLink[]): string[] {
  return [...new Set(links.flatMap(({ checked }) => (checked && 'path' in checked ? checked.path : [])))];
}

/** @param broken paths without a page */
export function toWritingHints(written: WrittenText, broken: ReadonlySet<string>): WritingHint[] {
  const { readability, elements, links, imagesWithoutAlt } = written;
  const hints: WritingHint[] = [];
  const leadNowhere = links.filter(({ checked }) => checked && 'path' in checked && broken.has(checked.path));
  if (leadNowhere.length > 0) hints.push(toBrokenHint(leadNowhere));
  for (const [at, link] of links.entries())
    if (link.checked && 'fault' in link.checked)
      hints.push({
        key: `link-${at}`,
        text: `The address ${link.href} ${link.checked.fault}.`,
        action: 'Show Link',
        targets: () => [targetOf(link)],
      });
  const images = imagesWithoutAlt.length;
  if (images > 0)
    hints.push({
      key: 'image',
      text: `${images === 1 ? 'An image has' : `${images} images have`} no alt text. Leave it blank only for decoration.`,
      action: 'Add Alt Text',
      targets: () => imagesWithoutAlt,
    });
  for (const { kind, text, places } of readability)
    hints.push({
      key: kind,
      text,
      action: ACTIONS[kind],
      targets: () =>
        places.flatMap((place) => {
          const element = elements[place.line];
          return (element && rangeOfPlace(element, place)) ?? [];
        }),
    });
  return hints;
}

function toBrokenHint(links: readonly WrittenLink[]): WritingHint {
  const addresses = [...new Set(links.map(({ href }) => href))];
  const named = addresses.slice(0, MAX_NAMED).join(', ');
  const more = addresses.length > MAX_NAMED ? ` and ${addresses.length - MAX_NAMED} more` : '';
  return {
    key: 'broken-links',
    text: `${links.length === 1 ? 'A link leads' : `${links.length} links lead`} to no published page: ${named}${more}.`,
    action: 'Show Link',
    targets: () => links.map(targetOf),
  };
}

function targetOf({ element }: WrittenLink): HintTarget {
  // A block is not edited as text, so the cursor cannot be in its links.
  if (element instanceof HTMLElement && element.dataset.html !== undefined) return element;
  const range = document.createRange();
  range.selectNodeContents(element);
  return range;
}
