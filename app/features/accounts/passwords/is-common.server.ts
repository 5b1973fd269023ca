// Looks passwords up in a list of the most common ones, which is loaded on first use.
import type { AppContext } from '~/platform/context';

const HASH_DIGITS = 8;

let decoded: Uint32Array | undefined;

/**
 * Whether a password is one of the 10,000 most common ones, ignoring case. The list stores 32 bits of each
 * hash, so about 1 in 430,000 other passwords matches too.
 */
export async function isCommon({ tokens }: Pick<AppContext, 'tokens'>, password: string): Promise<boolean> {
  decoded ??= decode((await import('./common-passwords')).COMMON_PASSWORDS);
  const hash = await tokens.hash(password.normalize('NFKC').toLowerCase());
  return has(decoded, Number.parseInt(hash.slice(0, HASH_DIGITS), 16));
}

/**
 * Decodes ascending numbers, stored as differences with seven bits per byte, lowest first
 * (`dev/common-passwords.ts`).
 */
function decode(base64: string): Uint32Array {
  const numbers: number[] = [];
  let number = 0;
  let distance = 0;
  let scale = 1;
  for (const character of atob(base64)) {
    const byte = character.charCodeAt(0);
    distance += (byte & 127) * scale;
    scale *= 128;
    if (byte > 127) continue;
    number += distance;
    numbers.push(number);
    distance = 0;
    scale = 1;
  }
  return Uint32Array.from(numbers);
}

function has(sorted: Uint32Array, wanted: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted;
}
