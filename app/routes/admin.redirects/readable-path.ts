/** An address as a person reads it, its percent signs resolved where they can be. */
export function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
