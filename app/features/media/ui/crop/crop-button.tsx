// The button that crops the image of a form's field. Its dialog is loaded when it is first opened.
import { type ComponentType, useState } from 'react';
import { useToast } from '~/ui/toast';
import { CROP_TITLE } from '../../media-view';
import type { CropDialogProps } from './crop-dialog';

interface CropButtonProps {
  /** A file of the media library, with or without a focal point. */
  url: string;
  /** The alt text of the new file, read when the dialog opens. */
  readAlt: () => string;
  folder: 'articles' | 'ads';
  /** Called with the URL of the new file. */
  onCropped: (url: string) => void;
}

export function CropButton({ url, readAlt, folder, onCropped }: CropButtonProps) {
  const [opened, setOpened] = useState<{ alt: string; Dialog: ComponentType<CropDialogProps> } | null>(null);
  const toast = useToast();
  const open = () => {
    import('./crop-dialog').then(
      ({ CropDialog }) => setOpened({ alt: readAlt(), Dialog: CropDialog }),
      () => toast({ title: "We couldn't load the dialog. Try again.", destructive: true }),
    );
  };
  // The focal point is one of the whole image.
  const [file = ''] = url.split('#');
  const name = file.slice(file.lastIndexOf('/') + 1);
  return (
    <>
      <button className="button button--quiet" type="button" onClick={open}>
        {CROP_TITLE}
      </button>
      {opened && (
        <opened.Dialog
          item={{ url: file, name, alt: opened.alt, folder }}
          onSaved={onCropped}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
