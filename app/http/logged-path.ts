/** An address as logs may hold it: without the token of a shared draft, which whoever reads logs may not read. */
export function toLoggedPath(pathname: string): string {
  return pathname.replace(/^(\/preview\/).+/, '$1…');
}
