// Finds other open tabs of this browser by Web Locks: each tab holds a lock named after its subject and copy,
// which the browser releases when the tab closes or crashes. Without locks (plain HTTP), no tabs are found.
import { useEffect, useRef, useState } from 'react';

const PREFIX = 'typing';

/** The tab's subject (`article ID`) and the id of its copy. */
export interface LockedTab {
  about: string;
  copyId: string;
}

/** Other open tabs. Calls `onGone` whenever one of them closes. */
export function useTabLocks({ about, copyId }: LockedTab, onGone: () => void): LockedTab[] {
  const [tabs, setTabs] = useState<LockedTab[]>([]);
  const callback = useRef(onGone);
  callback.current = onGone;
  useEffect(() => {
    const locks = navigator.locks as LockManager | undefined;
    const gone = new AbortController();
    const { signal } = gone;
    const refused = () => {
      // Aborted by leaving the page, or blocked by the browser.
    };
    const hold = locks?.request(
      nameOf({ about, copyId }),
      { mode: 'shared' },
      () =>
        new Promise<void>((release) => {
          if (signal.aborted) release();
          signal.addEventListener('abort', () => release());
        }),
    );
    hold?.catch(refused);
    const look = async () => {
      const { held = [] } = (await locks?.query()) ?? {};
      const others = held.flatMap(({ name }) => readName(name) ?? []).filter((tab) => tab.copyId !== copyId);
      if (signal.aborted) return [];
      setTabs(others);
      return others;
    };
    const watch = async () => {
      for (const tab of await look())
        locks
          ?.request(nameOf(tab), { signal }, () => undefined)
          // Query after the lock is released: while this tab holds it, the other tab would still seem open.
          .then(look)
          .then(() => callback.current())
          .catch(refused);
    };
    watch().catch(refused);
    return () => gone.abort();
  }, [about, copyId]);
  return tabs;
}

/** A copy id for a tab whose page has none. */
export const newCopyId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

const nameOf = ({ about, copyId }: LockedTab) => `${PREFIX}:${about}:${copyId}`;

function readName(name: string | undefined): LockedTab | null {
  const [prefix, about, copyId] = name?.split(':') ?? [];
  return prefix === PREFIX && about && copyId ? { about, copyId } : null;
}
