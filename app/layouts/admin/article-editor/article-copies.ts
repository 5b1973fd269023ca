// Copies of unsaved articles, for when the server is unavailable or the session has ended.
import type { StoredDraft } from '~/features/articles/editor/article-editor';
import type { EditorFields } from '~/features/articles/editor/editor-fields';
import { type LocalCopy, localCopies } from '../unsaved/local-copies';
import { newCopyId } from '../unsaved/tab-locks';

export type ArticleCopy = LocalCopy<EditorFields>;

export const articleCopies = localCopies<ArticleCopy>('article-copy:', (stored, copyId) => {
  const { id, owner, version = 0, fields, savedAt } = stored;
  if (!id || owner === undefined || !fields || typeof savedAt !== 'string') return null;
  return { id, owner, version, fields, savedAt, copyId };
});

/**
 * Whether a local copy replaces the server's draft of the same tab. The clocks of both may differ: in doubt, the draft
 * stays.
 */
export const replacesDraft = ({ copyId, savedAt }: ArticleCopy, draft: StoredDraft) =>
  copyId === draft.id && savedAt >= draft.savedAt;

/**
 * Moves the tab's copy to a new id if it differs from the submitted text, so that it survives the end of the
 * conflict.
 */
export function preserveCopy(copyId: string, sent: EditorFields): void {
  const stored = articleCopies.get(copyId);
  if (!stored || asSent(stored.fields) === asSent(sent)) return;
  // Delete first: localStorage may not have space for both.
  articleCopies.delete(copyId);
  if (!articleCopies.save({ ...stored, copyId: newCopyId() })) articleCopies.save(stored);
}

/** Form submission turns line breaks into CRLF. */
const asSent = (fields: EditorFields) => JSON.stringify(fields).replaceAll('\\r\\n', '\\n');
