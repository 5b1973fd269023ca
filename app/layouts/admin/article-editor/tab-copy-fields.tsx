// Hidden fields with the tab's copy id, and the draft that the form was restored from.
import type { TabCopy } from '~/features/articles/editor/drafts.server';

export function TabCopyFields({ copyId, restored }: TabCopy) {
  return (
    <>
      <input type="hidden" name="copy" value={copyId} />
      {restored && (
        <>
          <input type="hidden" name="restored" value={restored.id} />
          <input type="hidden" name="restoredAt" value={restored.savedAt} />
        </>
      )}
    </>
  );
}
