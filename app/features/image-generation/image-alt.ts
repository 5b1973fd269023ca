// Alt text for generated images.
import type { ImageModel } from '~/platform/context';
import { toPlainWords } from './image-prompt';

const MOTIFS: Record<string, string> = {
  'ai-automation': 'circuits and the connections between them',
  'remote-talent': 'distant places joined by arcs',
  'digital-marketing': 'waves and signals',
  operations: 'gears and schedules fitting together',
  'growth-strategy': 'planes and steps that rise',
  tools: 'measuring instruments',
  interviews: 'two shapes facing each other',
};

/** Alt text of the cover that `drawCover` draws for a category. */
export function describeCover(categorySlug: string): string {
  return `Abstract illustration: ${MOTIFS[categorySlug] ?? 'columns and arches'}`;
}

const MAX_TITLE_LENGTH = 200;
const MAX_SUMMARY_LENGTH = 160;

/** The built-in cover artist draws known motifs; an image from a model is described by its prompt. */
export function describeImage(
  provider: ImageModel['provider'],
  subject: { title: string; summary: string; categorySlug: string | null },
): string {
  if (provider === 'cover-artist') return describeCover(subject.categorySlug ?? '');
  const title = toPlainWords(subject.title, MAX_TITLE_LENGTH);
  const summary = toPlainWords(subject.summary, MAX_SUMMARY_LENGTH);
  return summary ? `Illustration of “${title}”: ${summary}` : `Illustration of “${title}”`;
}
