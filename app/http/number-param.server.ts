// Numbers in addresses: ids that count up, and places in a list.

/** The whole number from 1 on that a text says; null for anything else. */
export function numberParam(text: string | null | undefined): number | null {
  const number = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  return number > 0 ? number : null;
}
