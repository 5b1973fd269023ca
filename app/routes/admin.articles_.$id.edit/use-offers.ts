// What may be brought back: words that this browser or the server kept, but for those of tabs in which somebody still types.
import { useCallback, useEffect, useState } from 'react';
import type { KeptDraft } from '~/features/articles/article-editor';
import type { EditorFields } from '~/features/articles/editor-fields';
import { useLivingTabs } from '../admin/living-tabs';
import { useCarefulRevalidate } from '../admin/use-careful-revalidate';
import { findLocally, forgetLocally, type LocalCopy, setAsideLocally } from './local-copies';

interface Editing {
  /** Null for a new article. */
  id: string | null;
  copyId: string;
  /** On the server. */
  drafts: readonly KeptDraft[];
}

interface Offers {
  drafts: KeptDraft[];
  copies: LocalCopy[];
  isOpenElsewhere: boolean;
  discard(copy: LocalCopy): void;
  /** What this tab's form held when it went, if that is not what it sent: offered like any other words. */
  setAside(sent: EditorFields): void;
}

export function useOffers({ id, copyId, drafts }: Editing): Offers {
  const [kept, setKept] = useState<LocalCopy[]>([]);
  const revalidate = useCarefulRevalidate();
  const find = useCallback(() => setKept(findLocally(id)), [id]);
  const onGone = useCallback(() => {
    find();
    revalidate();
  }, [find, revalidate]);
  useEffect(find, [find]);
  const setAside = useCallback(
    (sent: EditorFields) => {
      setAsideLocally(copyId, sent);
      find();
    },
    [copyId, find],
  );
  const about = `article ${id ?? 'new'}`;
  const living = useLivingTabs({ about, copyId }, onGone);
  const isOffered = (other: string) => other !== copyId && living.every((tab) => tab.copyId !== other);
  const copies = kept.filter((copy) => isOffered(copy.copyId));
  return {
    copies,
    // What a tab kept in this browser is newer than what it sent before.
    drafts: drafts.filter((draft) => isOffered(draft.id) && copies.every((copy) => copy.copyId !== draft.id)),
    isOpenElsewhere: id !== null && living.some((tab) => tab.about === about),
    discard(copy) {
      forgetLocally(copy.copyId, copy.savedAt);
      find();
    },
    setAside,
  };
}
