// Types of Quill's operations, as far as this editor uses them.
import type Quill from 'quill';

/**
 * Inserts text, or one object: an image, a line break within a paragraph, a footnote, an atomic block, an
 * upload placeholder.
 */
export interface RichOp {
  insert:
    | string
    | { image: string }
    | { softbreak: true }
    /** HTML of the note. */
    | { footnote: string }
    | { atomic: string }
    | { upload: { id: string; name: string } };
  attributes?: Record<string, unknown>;
}

/** A line of the document: its text, and the formats of the line. */
export interface RichLine {
  runs: RichOp[];
  formats: Record<string, unknown>;
}

/** The document, or a part of it. A document consists of insertions only. */
export function opsIn(quill: Quill, index?: number, length?: number): RichOp[] {
  return quill.getContents(index, length).ops as RichOp[];
}

/** Inline formats and their HTML tags, from the outermost to the innermost. */
export const INLINE_TAGS = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strike', 's'],
  ['del', 'del'],
  ['mark', 'mark'],
  ['small', 'small'],
  ['cite', 'cite'],
  ['q', 'q'],
  ['kbd', 'kbd'],
  ['code', 'code'],
] as const;

/** Inline tags that Quill does not support itself. */
export const OWN_INLINE_TAGS = ['del', 'mark', 'small', 'cite', 'q', 'kbd'] as const;
