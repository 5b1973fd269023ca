/** `1 article`, `1,200 articles`, `no articles`; the plural adds an s unless given. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  if (count === 0) return `no ${plural}`;
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;
}
