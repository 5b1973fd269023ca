/** The number in a query parameter that counts pages from 1; 1 for anything that is none. */
export function pageNumber(text: string | null): number {
  const number = /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1;
  return number;
}
