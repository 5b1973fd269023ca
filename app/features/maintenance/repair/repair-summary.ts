// Repairs a summary, which is plain text.
import { collapseLine } from './collapse-space';
import { decodeReferences } from './decode-references';

export interface RepairedSummary {
  text: string;
  references: number;
  spaces: number;
  /** Embedded images removed; a summary cannot show any. */
  images: number;
}

const TAG = /<img\b[^<>]*>/gi;
const DATA_ADDRESS = /data:image\/[\w.+-]{1,40};base64,[\w+/=-]*/gi;
const MAX_ROUNDS = 5;

/** Idempotent. */
export function repairSummary(summary: string): RepairedSummary {
  const total: RepairedSummary = { text: summary, references: 0, spaces: 0, images: 0 };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const decoded = decodeReferences(total.text);
    const without = removeImages(decoded.text);
    const collapsed = collapseLine(without.text);
    if (collapsed.text === total.text) return total;
    total.text = collapsed.text;
    total.references += decoded.count;
    total.images += without.count;
    total.spaces += collapsed.count;
  }
  return { text: summary, references: 0, spaces: 0, images: 0 };
}

function removeImages(text: string): { text: string; count: number } {
  if (!/data:/i.test(text)) return { text, count: 0 };
  let count = 0;
  const remove = () => {
    count += 1;
    return ' ';
  };
  const without = text
    .replace(TAG, (tag) => (/data:/i.test(tag) ? remove() : tag))
    .replace(DATA_ADDRESS, remove);
  return { text: without, count };
}
