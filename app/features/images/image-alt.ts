// A generated picture in words, for those who do not see it.
import { describeCover } from '~/features/media/cover-art/describe-cover';
import type { PictureMaker } from '~/platform/context';
import { toPlainWords } from './image-prompt';

const LONGEST_TITLE = 200;
const LONGEST_SUMMARY = 160;

/** The cover artist's motifs are known; what a model drew is told by what it was asked for. */
export function describeImage(
  provider: PictureMaker['provider'],
  subject: { title: string; summary: string; categorySlug: string | null },
): string {
  if (provider === 'cover-artist') return describeCover(subject.categorySlug ?? '');
  const title = toPlainWords(subject.title, LONGEST_TITLE);
  const summary = toPlainWords(subject.summary, LONGEST_SUMMARY);
  return summary ? `Illustration of “${title}”: ${summary}` : `Illustration of “${title}”`;
}
