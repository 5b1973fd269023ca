// Opens find and replace. Loaded when the browser is idle, because keys typed while it loads would go into the text.
import type Quill from 'quill';
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { useToast } from '../../toast';
import { whenIdle } from '../../when-idle';
import type { FindBarProps, FindStart } from './find-bar';

interface Find {
  open(withReplace: boolean): void;
  /** The bar while it is open. */
  bar: ReactNode;
}

const loadBar = () => import('./find-bar').then(({ FindBar }) => ({ Bar: FindBar }));

export function useFind(quillOf: () => Quill): Find {
  const [start, setStart] = useState<FindStart | null>(null);
  const [loaded, setLoaded] = useState<{ Bar: ComponentType<FindBarProps> } | null>(null);
  const toast = useToast();
  // If it fails, opening the bar tries again.
  useEffect(() => whenIdle(() => void loadBar().catch(() => {})), []);
  const open = useCallback(
    (withReplace: boolean) => {
      const quill = quillOf();
      const { index, length } = quill.getSelection(true);
      const selected = quill.getText(index, length);
      setStart({ text: selected.includes('\n') ? '' : selected, from: index, withReplace });
      loadBar().then(setLoaded, () => {
        setStart(null);
        toast({
          title: 'Failed to open find and replace',
          description: 'Check your connection and try again.',
          destructive: true,
        });
      });
    },
    [quillOf, toast],
  );
  const bar = start && loaded && (
    <loaded.Bar quill={quillOf()} start={start} onClose={() => setStart(null)} />
  );
  return { open, bar };
}
