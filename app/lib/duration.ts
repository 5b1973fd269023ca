/** How long something took: `8 s`, `2 min 5 s`, `1 h 12 min`, `3 d 4 h`. */
export function formatDuration(milliseconds: number): string {
  const all = Math.max(0, Math.round(milliseconds / 1000));
  const parts: [count: number, unit: string][] = [
    [Math.floor(all / 86_400), 'd'],
    [Math.floor(all / 3600) % 24, 'h'],
    [Math.floor(all / 60) % 60, 'min'],
    [all % 60, 's'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return '0 s';
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0);
  return shown.map(([count, unit]) => `${count} ${unit}`).join(' ');
}
