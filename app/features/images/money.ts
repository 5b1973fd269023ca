// What pictures cost. Prices are kept in millionths of a US dollar, so that sums are exact.

export const MILLIONTHS = 1_000_000;

/** `$5.00`; more digits where a picture costs less than a cent. */
export function formatDollars(millionths: number): string {
  const dollars = millionths / MILLIONTHS;
  const isTiny = millionths > 0 && millionths < MILLIONTHS / 100;
  return `$${isTiny ? dollars.toFixed(4) : dollars.toFixed(2)}`;
}
