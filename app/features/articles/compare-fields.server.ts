// What differs between two versions of an article, in words.
import { diffWordsWithSpace } from 'diff';
import { htmlToText } from '~/lib/clean-html';
import type { ComparedField, DiffPart, FieldDifference } from './article-comparison';
import type { EditorChoices } from './article-editor';
import type { EditorFields } from './editor-fields';

const LABELS: Record<ComparedField, string> = {
  title: 'Title',
  slug: 'URL Slug',
  summary: 'Summary',
  content: 'Content',
  author: 'Author',
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
};
const READ: ReadonlySet<ComparedField> = new Set(['title', 'summary', 'content']);
/** Beyond so many changed words nobody reads a comparison, and making one would take too long. */
const MOST_EDITS = 3_000;
/** Of an unchanged stretch, so much is shown at either end. */
const CONTEXT = 120;

type Names = Pick<EditorChoices, 'categories' | 'tags'>;

/** The fields that differ, in the form's order. */
export function compareFields(from: EditorFields, to: EditorFields, names: Names): FieldDifference[] {
  return (Object.keys(LABELS) as ComparedField[])
    .filter((field) => comparedValue(from, field) !== comparedValue(to, field))
    .map((field) => ({
      field,
      label: LABELS[field],
      from: toWords(from, field, names),
      to: toWords(to, field, names),
      parts: READ.has(field) ? compareTexts(from, to, field) : null,
    }));
}

/** What decides whether a field differs. */
export function comparedValue(fields: EditorFields, field: ComparedField): string {
  const value = fields[field];
  return Array.isArray(value) ? [...value].sort().join() : String(value);
}

function toWords(fields: EditorFields, field: ComparedField, { categories, tags }: Names): string {
  const nameIn = (choices: Names['tags'], id: string) =>
    choices.find((choice) => choice.id === id)?.name ?? 'one that is gone';
  if (field === 'categoryId')
    return fields.categoryId ? nameIn(categories, fields.categoryId) : 'No category';
  if (field === 'tagIds') return fields.tagIds.map((id) => nameIn(tags, id)).join(', ') || 'None';
  if (field === 'content') return toParagraphs(fields.content);
  if (field === 'publishAt') return fields.publishAt.replace('T', ' ') || 'Not scheduled';
  const value = fields[field];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value || 'Empty';
}

const BLOCK_END = /(?<=<\/(?:p|h[1-6]|li|blockquote|pre|figure|figcaption|tr)>|<hr ?\/?>)/;

/** The text of HTML, a line for each of its blocks. */
function toParagraphs(html: string): string {
  return html
    .split(BLOCK_END)
    .map((block) => htmlToText(block))
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
  // Only the markup differs: then that is what there is to read.
  return textA === textB ? compareWords(a, b) : compareWords(textA, textB);
}

function compareWords(from: string, to: string): DiffPart[] {
  const changes = diffWordsWithSpace(from, to, { maxEditLength: MOST_EDITS });
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
