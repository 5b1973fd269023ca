// Loads and shows the dialog for figures, galleries, videos and audio.
import type Quill from 'quill';
import { type ComponentType, type ReactNode, useCallback, useState } from 'react';
import { useToast } from '../../toast';
import type { MediaDialogProps } from './media-dialog';
import type { MediaTarget } from './media-target';

interface OpenedMedia {
  target: MediaTarget;
  Dialog: ComponentType<MediaDialogProps>;
}

export function useMediaDialog(
  quillOf: () => Quill,
  images: Pick<MediaDialogProps, 'uploadImage' | 'ImagePicker' | 'FocusPicker'>,
) {
  const [opened, setOpened] = useState<OpenedMedia | null>(null);
  const toast = useToast();
  const openMedia = useCallback(
    (target: MediaTarget) => {
      import('./media-dialog').then(
        ({ MediaDialog }) => setOpened({ target, Dialog: MediaDialog }),
        () => toast({ title: 'We couldn’t load the dialog. Try again.', destructive: true }),
      );
    },
    [toast],
  );
  const mediaDialog: ReactNode = opened && (
    <opened.Dialog quill={quillOf()} target={opened.target} {...images} onClose={() => setOpened(null)} />
  );
  return { openMedia, mediaDialog };
}
