// Damage in a summary, which is plain text.
import { collapseLine } from './collapse-space';
import { decodeReferences } from './decode-references';

export interface RepairedSummary {
  text: string;
  references: number;
  spaces: number;
  /** Embedded pictures taken out: a summary shows none. */
  pictures: number;
}

const TAG = /<img\b[^<>]*>/gi;
const DATA_ADDRESS = /data:image\/[\w.+-]{1,40};base64,[\w+/=-]*/gi;
const MOST_ROUNDS = 5;

/** Repairing what was repaired changes nothing. */
export function repairSummary(summary: string): RepairedSummary {
  const total: RepairedSummary = { text: summary, references: 0, spaces: 0, pictures: 0 };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const decoded = decodeReferences(total.text);
    const without = takePictures(decoded.text);
    const collapsed = collapseLine(without.text);
    if (collapsed.text === total.text) return total;
    total.text = collapsed.text;
    total.references += decoded.count;
    total.pictures += without.count;
    total.spaces += collapsed.count;
  }
  return { text: summary, references: 0, spaces: 0, pictures: 0 };
}

function takePictures(text: string): { text: string; count: number } {
  if (!/data:/i.test(text)) return { text, count: 0 };
  let count = 0;
  const take = () => {
    count += 1;
    return ' ';
  };
  const without = text.replace(TAG, (tag) => (/data:/i.test(tag) ? take() : tag)).replace(DATA_ADDRESS, take);
  return { text: without, count };
}
