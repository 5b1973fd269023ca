// Each article in the picker has a form field `place-ID` with its position in the issue.

const PREFIX = 'place-';

export const placeField = (id: string): string => `${PREFIX}${id}`;

/** Article ids in order of position. Articles without a position are left out. */
export function chosenArticles(fields: Record<string, unknown>): string[] {
  return Object.entries(fields)
    .filter(([name, place]) => name.startsWith(PREFIX) && /^\d{1,2}$/.test(String(place)))
    .sort(([, a], [, b]) => Number(a) - Number(b))
    .map(([name]) => name.slice(PREFIX.length));
}
