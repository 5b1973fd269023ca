// Lists the differences between two versions of an article as readable text.

import { diffWordsWithSpace } from 'diff';
import { SEO_LABELS } from '~/features/seo/seo';
import { htmlToTextWithNotes } from '~/lib/html/clean-html';
import { keysOf } from '~/lib/properties';
import type { ComparedField, DiffPart, FieldDifference } from './article-comparison';
import type { EditorChoices } from './article-editor';
import type { EditorFields } from './editor-fields';

const LABELS: Record<ComparedField, string> = {
  title: 'Title',
  slug: 'URL Slug',
  summary: 'Summary',
  content: 'Content',
  author: 'Author',
  coauthors: 'Co-authors',
  readTime: 'Read Time',
  categoryId: 'Category',
  status: 'Status',
  publishAt: 'Publish at',
  isFeatured: 'Featured',
  isPopular: 'Popular',
  membersOnly: 'Members only',
  tagIds: 'Tags',
  imageUrl: 'Image URL',
  imageAlt: 'Image description',
  ...SEO_LABELS,
};
const TEXT_FIELDS: ReadonlySet<ComparedField> = new Set(['title', 'summary', 'content']);
/** With more changed words a word diff is unreadable and slow, so the whole text is shown as replaced. */
const MAX_EDITS = 3_000;
/** Characters shown at either end of unchanged text. */
const CONTEXT = 120;

type Names = Pick<EditorChoices, 'categories' | 'tags'>;

/** The differing fields, in the order of the form. */
export function compareFields(from: EditorFields, to: EditorFields, names: Names): FieldDifference[] {
  return keysOf(LABELS)
    .filter((field) => comparedValue(from, field) !== comparedValue(to, field))
    .map((field) => ({
      field,
      label: LABELS[field],
      from: toDisplayText(from, field, names),
      to: toDisplayText(to, field, names),
      parts: TEXT_FIELDS.has(field) ? compareTexts(from, to, field) : null,
    }));
}

/** The value that decides whether a field differs. */
export function comparedValue(fields: EditorFields, field: ComparedField): string {
  // The order of tags doesn't matter, that of co-authors does.
  if (field === 'tagIds') return [...fields.tagIds].sort().join();
  return JSON.stringify(fields[field]);
}

function toDisplayText(fields: EditorFields, field: ComparedField, { categories, tags }: Names): string {
  const nameIn = (choices: Names['tags'], id: string) =>
    choices.find((choice) => choice.id === id)?.name ?? 'deleted';
  if (field === 'categoryId')
    return fields.categoryId ? nameIn(categories, fields.categoryId) : 'No category';
  if (field === 'tagIds') return fields.tagIds.map((id) => nameIn(tags, id)).join(', ') || 'None';
  if (field === 'content') return toParagraphs(fields.content);
  if (field === 'hideFromSearch') return fields.hideFromSearch ? 'Yes' : 'No';
  if (field === 'publishAt') return fields.publishAt.replace('T', ' ') || 'Not scheduled';
  if (field === 'coauthors') return fields.coauthors.join(', ') || 'None';
  const value = fields[field];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value || 'Empty';
}

const BLOCK_END = /(?<=<\/(?:p|h[1-6]|li|blockquote|pre|figure|figcaption|tr)>|<hr ?\/?>)/;

/** The text of HTML with its footnotes, one line per block element. */
function toParagraphs(html: string): string {
  return html
    .split(BLOCK_END)
    .map((block) => htmlToTextWithNotes(block))
    .filter(Boolean)
    .join('\n');
}

function compareTexts(
  from: EditorFields,
  to: EditorFields,
  field: 'title' | 'summary' | 'content' | ComparedField,
) {
  const [a, b] = [String(from[field]), String(to[field])];
  if (field !== 'content') return compareWords(a, b);
  const [textA, textB] = [toParagraphs(a), toParagraphs(b)];
  // If only the markup differs, compare the markup.
  return textA === textB ? compareWords(a, b) : compareWords(textA, textB);
}

function compareWords(from: string, to: string): DiffPart[] {
  const changes = diffWordsWithSpace(from, to, { maxEditLength: MAX_EDITS });
  const parts: DiffPart[] = changes
    ? changes.map(({ added, removed, value }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text: value,
      }))
    : [
        { kind: 'removed', text: from },
        { kind: 'added', text: to },
      ];
  return parts.map((part, index) => (part.kind === 'same' ? shorten(part, index, parts.length) : part));
}

function shorten(part: DiffPart, index: number, count: number): DiffPart {
  const { text } = part;
  const head = index === 0 ? '' : text.slice(0, CONTEXT);
  const tail = index === count - 1 ? '' : text.slice(-CONTEXT);
  if (text.length <= head.length + tail.length + CONTEXT) return part;
  return { kind: 'same', text: `${head} … ${tail}` };
}
