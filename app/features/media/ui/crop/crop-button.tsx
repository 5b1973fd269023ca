// The button that crops the image of a form's field. Its dialog is loaded when it is first opened.
import { type ComponentType, useState } from 'react';
import { useToast } from '~/ui/toast';
import { CROP_TITLE } from '../../media-view';
import type { CropDialogProps } from './crop-dialog';

/** A file of the media library, not one of its smaller copies. */
const IS_FILE = /^\/media\/(?:[\w-]+\/)*[\w-]+\.\w+$/;

interface CropButtonProps {
  /** With or without a focal point. Only files of the media library get the button. */
  url: string;
  /** The alt text of the new file, read when the dialog opens. */
  readAlt: () => string;
  folder: 'articles' | 'ads';
  /** Called with the URL of the new file. */
  onCropped: (url: string) => void;
}

export function CropButton({ url, readAlt, folder, onCropped }: CropButtonProps) {
  const [opened, setOpened] = useState<
    | (Pick<CropDialogProps, 'item'> & {
        Dialog: ComponentType<CropDialogProps>;
      })
    | null
  >(null);
  const toast = useToast();
  // The focal point belongs to the whole image, so a cropped file has none.
  const [file = ''] = url.split('#');
  if (!IS_FILE.test(file) && !opened) return null;
  const open = () => {
    const name = file.slice(file.lastIndexOf('/') + 1);
    import('./crop-dialog').then(
      ({ CropDialog }) =>
        setOpened({ item: { url: file, name, alt: readAlt(), folder }, Dialog: CropDialog }),
      () => toast({ title: 'We couldn’t load the dialog. Try again.', destructive: true }),
    );
  };
  return (
    <>
      <button className="button button--quiet" type="button" onClick={open}>
        {CROP_TITLE}
      </button>
      {opened && <opened.Dialog item={opened.item} onSaved={onCropped} onClose={() => setOpened(null)} />}
    </>
  );
}
