// Where the caret is in the rich text, for whoever draws its form anew: asked of the text area that the editor stands for.

/** Event at the text area: the editor answers by the attribute `CARET`. */
export const CARET_ASKED = 'caret-asked';
/** Data attribute of the text area: the caret's place, in characters from the beginning. */
export const CARET = 'caret';
/** Data attribute of the text area: where the caret is to be once the editor is there. */
export const CARET_WANTED = 'caretWanted';
