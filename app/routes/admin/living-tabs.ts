// Tabs of this browser in which somebody types. Each holds a lock named after what it is about and its copy; the browser
// lets go of it when the tab is closed, or dies. Where there are no locks (an address without https), no tab is known.
import { useEffect, useRef, useState } from 'react';

const PREFIX = 'typing';

/** What a tab is about (`article ID`), and the id of what it types into that. */
export interface LivingTab {
  about: string;
  copyId: string;
}

/** Other tabs that are alive; told again whenever one of them is gone. */
export function useLivingTabs({ about, copyId }: LivingTab, onGone: () => void): LivingTab[] {
  const [tabs, setTabs] = useState<LivingTab[]>([]);
  const told = useRef(onGone);
  told.current = onGone;
  useEffect(() => {
    const locks = navigator.locks as LockManager | undefined;
    const gone = new AbortController();
    const { signal } = gone;
    const refused = () => {
      // Given up because this page is left, or forbidden by the browser.
    };
    const hold = locks?.request(
      nameOf({ about, copyId }),
      { mode: 'shared' },
      () =>
        new Promise<void>((letGo) => {
          if (signal.aborted) letGo();
          signal.addEventListener('abort', () => letGo());
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
          // Only now: while its lock is ours, the tab would seem to live.
          .then(look)
          .then(() => told.current())
          .catch(refused);
    };
    watch().catch(refused);
    return () => gone.abort();
  }, [about, copyId]);
  return tabs;
}

/** For a tab whose page brings none. */
export const newCopyId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

const nameOf = ({ about, copyId }: LivingTab) => `${PREFIX}:${about}:${copyId}`;

function readName(name: string | undefined): LivingTab | null {
  const [prefix, about, copyId] = name?.split(':') ?? [];
  return prefix === PREFIX && about && copyId ? { about, copyId } : null;
}
