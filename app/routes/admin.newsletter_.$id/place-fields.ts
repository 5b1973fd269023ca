// Each article that may be picked has a field that says its place: `place-ID`.

const PREFIX = 'place-';

export const placeField = (id: string): string => `${PREFIX}${id}`;

/** Ids in the order of their places; those without one are left out. */
export function chosenArticles(fields: Record<string, unknown>): string[] {
  return Object.entries(fields)
    .filter(([name, place]) => name.startsWith(PREFIX) && /^\d{1,2}$/.test(String(place)))
    .sort(([, a], [, b]) => Number(a) - Number(b))
    .map(([name]) => name.slice(PREFIX.length));
}
