// A cover in words, for those who do not see it.

const MOTIFS: Record<string, string> = {
  'ai-automation': 'circuits and the connections between them',
  'remote-talent': 'distant places joined by arcs',
  'digital-marketing': 'waves and signals',
  operations: 'gears and schedules fitting together',
  'growth-strategy': 'planes and steps that rise',
  tools: 'measuring instruments',
  interviews: 'two shapes facing each other',
};

/** Alternative text of the cover that `drawCover` draws for a category. */
export function describeCover(categorySlug: string): string {
  return `Abstract illustration: ${MOTIFS[categorySlug] ?? 'columns and arches'}`;
}
