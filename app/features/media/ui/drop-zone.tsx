// A zone to drop, paste or choose images. Without JavaScript it is a file field of the surrounding form.
import { type ChangeEvent, type ClipboardEvent, type DragEvent, useId, useState } from 'react';
import { ACCEPTED_IMAGES } from '../image-rules';
import { type OnTaken, useUploads } from './use-uploads';

interface DropZoneProps {
  /** Name of the file field. */
  name: string;
  label: string;
  folder?: 'articles' | 'ads' | undefined;
  multiple?: boolean | undefined;
  error?: string | undefined;
  /** Message of a refused file or a failed upload, shown instead of `error`. A toast announces it. */
  failure: string;
  /** Must be referentially stable. */
  onTaken: OnTaken;
  /** Must be referentially stable. Called with the message for `failure`. */
  onRefused(message: string): void;
}

const HINT = 'JPEG, PNG, GIF, WebP or AVIF, up to 5MB';

export function DropZone({
  name,
  label,
  folder = 'articles',
  multiple = false,
  error,
  failure,
  onTaken,
  onRefused,
}: DropZoneProps) {
  const id = useId();
  const message = failure || error;
  const [isOver, setOver] = useState(false);
  const { uploads, take } = useUploads(folder, onTaken, onRefused);
  const takeAll = (files: FileList | undefined) => {
    const list = [...(files ?? [])];
    take(multiple ? list : list.slice(0, 1));
    return list.length > 0;
  };
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    takeAll(currentTarget.files ?? undefined);
    // The file is uploaded separately, so the form must not send it again.
    currentTarget.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    takeAll(event.dataTransfer.files);
  };
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(event.type !== 'dragleave');
  };
  const paste = (event: ClipboardEvent) => {
    if (takeAll(event.clipboardData.files)) event.preventDefault();
  };
  return (
    <div className="field">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is for pointers; the field inside works for everyone */}
      <div
        className={isOver ? 'drop-zone drop-zone--over' : 'drop-zone'}
        onDragEnter={drag}
        onDragOver={drag}
        onDragLeave={drag}
        onDrop={drop}
        onPaste={paste}
      >
        <label className="drop-zone__label" htmlFor={id}>
          {label}
        </label>
        <p className="drop-zone__hint needs-js">Drop {multiple ? 'images' : 'an image'} here, or choose</p>
        <input
          className="drop-zone__file"
          id={id}
          type="file"
          name={name}
          accept={ACCEPTED_IMAGES}
          multiple={multiple}
          aria-describedby={message ? `${id}error` : `${id}hint`}
          aria-invalid={error ? true : undefined}
          onChange={choose}
        />
        <p className="field__hint" id={`${id}hint`}>
          {HINT}
        </p>
        {uploads.length > 0 && (
          <ul className="drop-zone__uploads">
            {uploads.map((upload) => (
              <li key={upload.id}>
                <span className="drop-zone__name">{upload.name}</span>
                <progress
                  value={upload.share}
                  max={1}
                  aria-label={`Uploading ${upload.name}`}
                  data-uploading
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      {message && (
        <p className="field__error" id={`${id}error`} data-upload-failed={failure ? '' : undefined}>
          {message}
        </p>
      )}
    </div>
  );
}
