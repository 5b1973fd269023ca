// Adds images from within a dialog: uploads them, one after the other, or chooses one of the library.
import { useCallback, useRef, useState } from 'react';
import { textPropertyOf } from '~/lib/properties';
import { IMAGES } from '../editor-modules';
import type { EditorImage, ImagePicker, UploadImage } from './upload-image';

interface UploadButtonProps {
  label: string;
  isMultiple?: boolean;
  /** Without it, images cannot be uploaded. */
  uploadImage: UploadImage | undefined;
  /** Without it, there is no library. */
  ImagePicker: ImagePicker | undefined;
  onUpload(isRunning: boolean): void;
  onImage(image: EditorImage): void;
}

const FAILED = 'Failed to upload image';

export function UploadButton({
  label,
  isMultiple = false,
  uploadImage,
  ImagePicker,
  onUpload,
  onImage,
}: UploadButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [state, setState] = useState('');
  const [failures, setFailures] = useState<string[]>([]);
  const [isPicking, setIsPicking] = useState(false);
  const closePicker = useCallback(() => setIsPicking(false), []);
  if (!uploadImage) return null;
  const upload = async (files: File[]) => {
    setFailures([]);
    onUpload(true);
    for (const file of files) {
      try {
        const image = await uploadImage(file, (share) =>
          setState(`Uploading ${file.name}: ${Math.round(share * 100)}%`),
        );
        onImage(image);
      } catch (error) {
        const reason = textPropertyOf(error, 'message') || FAILED;
        setFailures((all) => [...all, `${file.name}: ${reason}`]);
      }
    }
    setState('');
    onUpload(false);
  };
  return (
    <div className="media-dialog__upload">
      <button type="button" className="button button--quiet" onClick={() => picker.current?.click()}>
        {label}
      </button>
      <input
        ref={picker}
        type="file"
        accept={IMAGES.join(',')}
        multiple={isMultiple}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          void upload([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      {ImagePicker && (
        <button type="button" className="button button--quiet" onClick={() => setIsPicking(true)}>
          Choose from Library
        </button>
      )}
      {ImagePicker && isPicking && <ImagePicker onPick={onImage} onClose={closePicker} />}
      <span role="status">{state}</span>
      {failures.map((failure) => (
        <p className="field__error" role="alert" key={failure}>
          {failure}
        </p>
      ))}
    </div>
  );
}
