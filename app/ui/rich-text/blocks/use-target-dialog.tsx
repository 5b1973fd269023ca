// Loads and shows the dialog for article cards and calls to action.
import type Quill from 'quill';
import { type ComponentType, type ReactNode, useCallback, useState } from 'react';
import { useToast } from '../../toast';
import type { FindLinks } from '../tools/typed-link';
import type { TargetDialogProps, TargetKind } from './target-dialog';

/** What blocks can show; undefined in texts without such blocks. */
export type FindTargets = Readonly<Record<TargetKind, FindLinks>> | undefined;

export function useTargetDialog(quillOf: () => Quill, findTargets: FindTargets) {
  const [opened, setOpened] = useState<{
    kind: TargetKind;
    Dialog: ComponentType<TargetDialogProps>;
  } | null>(null);
  const toast = useToast();
  const openTargets = useCallback(
    (kind: TargetKind) => {
      import('./target-dialog').then(
        ({ TargetDialog }) => setOpened({ kind, Dialog: TargetDialog }),
        () => toast({ title: 'We couldn’t load the dialog. Try again.', destructive: true }),
      );
    },
    [toast],
  );
  const targetDialog: ReactNode = opened && findTargets && (
    <opened.Dialog
      quill={quillOf()}
      kind={opened.kind}
      find={findTargets[opened.kind]}
      onClose={() => setOpened(null)}
    />
  );
  return { openTargets: findTargets && openTargets, targetDialog };
}
