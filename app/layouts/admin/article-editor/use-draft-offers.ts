// Finds drafts to restore, in this browser and on the server, except those of tabs that are still open.
import { useCallback, useEffect, useState } from 'react';
import type { StoredDraft } from '~/features/articles/editor/article-editor';
import type { EditorFields } from '~/features/articles/editor/editor-fields';
import { useCopyOwner } from '../unsaved/copy-owner';
import { useTabLocks } from '../unsaved/tab-locks';
import { useCarefulRevalidate } from '../unsaved/use-careful-revalidate';
import { type ArticleCopy, articleCopies, preserveCopy, replacesDraft } from './article-copies';

interface Editing {
  /** Null for a new article. */
  id: string | null;
  copyId: string;
  /** Drafts on the server. */
  drafts: readonly StoredDraft[];
}

interface Offers {
  drafts: StoredDraft[];
  copies: ArticleCopy[];
  isOpenElsewhere: boolean;
  discard(copy: ArticleCopy): void;
  /** Preserves this tab's text as a separate draft if it differs from the submitted text. */
  preserve(sent: EditorFields): void;
}

export function useOffers({ id, copyId, drafts }: Editing): Offers {
  const [local, setLocal] = useState<ArticleCopy[]>([]);
  const owner = useCopyOwner();
  const revalidate = useCarefulRevalidate();
  const find = useCallback(() => setLocal(articleCopies.find(owner(), id)), [owner, id]);
  const onGone = useCallback(() => {
    find();
    revalidate();
  }, [find, revalidate]);
  useEffect(find, [find]);
  const preserve = useCallback(
    (sent: EditorFields) => {
      preserveCopy(copyId, sent);
      find();
    },
    [copyId, find],
  );
  const about = `article ${id ?? 'new'}`;
  const openTabs = useTabLocks({ about, copyId }, onGone);
  const isOffered = (other: string) => other !== copyId && openTabs.every((tab) => tab.copyId !== other);
  const copies = local.filter((copy) => isOffered(copy.copyId));
  return {
    copies,
    drafts: drafts.filter(
      (draft) => isOffered(draft.id) && copies.every((copy) => !replacesDraft(copy, draft)),
    ),
    isOpenElsewhere: id !== null && openTabs.some((tab) => tab.about === about),
    discard(copy) {
      articleCopies.delete(copy.copyId, copy.savedAt);
      find();
    },
    preserve,
  };
}
