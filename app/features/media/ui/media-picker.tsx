// A dialog to choose an image from the library.
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { FormField } from '~/ui/form-field';
import { SignIn } from '~/ui/form-refusal';
import { Icon } from '~/ui/icon';
import { imageSource } from '../image-source';
import type { MediaChoices, MediaItem } from '../media-view';
import { useChoices } from './use-media-choices';

export interface PickedImage {
  /** Site-relative; '' for none. */
  url: string;
  alt: string;
}

/** With its size in pixels. */
type LibraryImage = PickedImage & Pick<MediaItem, 'width' | 'height'>;

interface MediaPickerProps {
  onPick: (image: LibraryImage) => void;
  /** Must be referentially stable. */
  onClose: () => void;
}

export function MediaPicker({ onPick, onClose }: MediaPickerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const { found, isLoading, failure, tryAgain } = useChoices(text, page);

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  const search = (event: FormEvent<HTMLInputElement>) => {
    setText(event.currentTarget.value);
    setPage(1);
  };
  const choose = (image: LibraryImage) => {
    onPick(image);
    onClose();
  };
  // Rendered at the end of the document, because forms cannot be nested. Its events must not reach the form
  // behind it.
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: the handlers only stop propagation to the form behind
    <dialog
      className="dialog dialog--wide"
      ref={dialog}
      aria-labelledby="media-picker-title"
      onCancel={onClose}
      onClose={onClose}
      onInput={(event) => event.stopPropagation()}
      onChange={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
    >
      <div className="dialog__frame">
        <div className="dialog__head">
          <h2 className="headline headline--4" id="media-picker-title">
            Choose an image
          </h2>
          <button className="button button--icon" type="button" onClick={onClose}>
            <Icon name="close" />
            <span className="sr-only">Close</span>
          </button>
        </div>
        <FormField
          label="Search media"
          type="search"
          autoComplete="off"
          onInput={search}
          onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault()}
        />
        {failure && (
          <div className="refusal" role="alert">
            <p>
              {failure === 'unavailable' && 'We couldn’t load the library. Your changes are still here.'}
              {failure === 'signed out' && 'You are signed out. Your changes are still here. In another tab:'}
              {failure === 'signed out' && <SignIn />}
            </p>
            <button className="button button--quiet" type="button" onClick={tryAgain}>
              Try Again
            </button>
          </div>
        )}
        <Choices found={found} onChoose={choose} />
        <p className="media-picker__state" role="status">
          {isLoading && (!found || failure) && 'Loading...'}
          {!failure && found?.total === 0 && 'No images found'}
        </p>
        {found && found.pageCount > 1 && (
          <div className="media-picker__pages">
            <button
              className="button button--quiet"
              type="button"
              disabled={page <= 1}
              onClick={() => setPage(page - 1)}
            >
              Previous
            </button>
            <span>
              Page {found.page} of {found.pageCount}
            </span>
            <button
              className="button button--quiet"
              type="button"
              disabled={page >= found.pageCount}
              onClick={() => setPage(page + 1)}
            >
              Next
            </button>
          </div>
        )}
      </div>
    </dialog>,
    document.body,
  );
}

interface ChoicesProps {
  found: MediaChoices | null;
  onChoose: (image: LibraryImage) => void;
}

function Choices({ found, onChoose }: ChoicesProps) {
  return (
    <ul className="media-picker__grid">
      {found?.items.map(({ id, name, ...image }) => (
        <li key={id}>
          <button className="media-picker__choice" type="button" onClick={() => onChoose(image)}>
            <img
              {...imageSource(image.url, 400)}
              sizes="10rem"
              alt=""
              width={160}
              height={120}
              loading="lazy"
              decoding="async"
            />
            <span>{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
