// The editor's document: Quill's operations, as far as this editor uses them.

/** An operation inserts text, or one thing: a picture, a line break within a paragraph, a block kept as it is, an upload. */
export interface RichOp {
  insert:
    | string
    | { image: string }
    | { softbreak: true }
    | { atomic: string }
    | { upload: { id: string; name: string } };
  attributes?: Record<string, unknown>;
}

/** Text formats as HTML writes them, the outermost first. */
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

/** Those that Quill does not know by itself. */
export const OWN_INLINE_TAGS = ['del', 'mark', 'small', 'cite', 'q', 'kbd'] as const;
