// Whose words a form sends: this tab's own copy, and the one from before that it began with.
import type { TabCopy } from '~/features/articles/drafts.server';

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
