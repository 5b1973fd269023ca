// Opens find and replace, and loads it when it is first opened.
import type Quill from 'quill';
import { type ComponentType, type ReactNode, useCallback, useState } from 'react';
import { useToast } from '../../toast';
import type { FindBarProps, FindStart } from './find-bar';

interface Find {
  open(withReplace: boolean): void;
  /** The bar while it is open. */
  bar: ReactNode;
}

export function useFind(quillOf: () => Quill): Find {
  const [start, setStart] = useState<FindStart | null>(null);
  const [loaded, setLoaded] = useState<{ Bar: ComponentType<FindBarProps> } | null>(null);
  const toast = useToast();
  const open = useCallback(
    (withReplace: boolean) => {
      const quill = quillOf();
      const { index, length } = quill.getSelection(true);
      const selected = quill.getText(index, length);
      setStart({ text: selected.includes('\n') ? '' : selected, from: index, withReplace });
      import('./find-bar').then(
        ({ FindBar }) => setLoaded({ Bar: FindBar }),
        () => {
          setStart(null);
          toast({
            title: 'Failed to open find and replace',
            description: 'Check your connection and try again.',
            destructive: true,
          });
        },
      );
    },
    [quillOf, toast],
  );
  const bar = start && loaded && (
    <loaded.Bar quill={quillOf()} start={start} onClose={() => setStart(null)} />
  );
  return { open, bar };
}
