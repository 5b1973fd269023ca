/** Blends two #rrggbb colors; share is how much of the second, 0 to 1. */
export function mixColors(first: string, second: string, share: number): string {
  const channel = (start: number) => {
    const from = Number.parseInt(first.slice(start, start + 2), 16);
    const to = Number.parseInt(second.slice(start, start + 2), 16);
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
