// Choosing a picture of the library without leaving the page.
import { useFetcher } from '@remix-run/react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { FormField } from '~/ui/form-field';
import { Icon } from '~/ui/icon';
import type { MediaView } from '../media-view';
import { pictureSource } from '../picture';

export interface PickedImage {
  /** Site-relative; '' for none. */
  url: string;
  alt: string;
}

interface MediaPickerProps {
  onPick: (image: PickedImage) => void;
  /** Must stay the same function from render to render. */
  onClose: () => void;
}

const WAIT_MS = 300;

export function MediaPicker({ onPick, onClose }: MediaPickerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { load, data, state } = useFetcher<MediaView>();
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  useEffect(() => {
    const query = new URLSearchParams({ search: text, sort: 'newest', page: String(page) });
    const timer = setTimeout(() => load(`/admin/media?${query}`), text ? WAIT_MS : 0);
    return () => clearTimeout(timer);
  }, [load, text, page]);

  const search = (event: FormEvent<HTMLInputElement>) => {
    setText(event.currentTarget.value);
    setPage(1);
  };
  const choose = (image: PickedImage) => {
    onPick(image);
    onClose();
  };
  // At the end of the document, for forms do not stand in forms; what is typed here is none of the form's business.
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys and clicks are only kept from the form behind
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
        <Choices data={data} onChoose={choose} />
        <p className="media-picker__state" role="status">
          {state === 'loading' && !data && 'Loading…'}
          {data?.total === 0 && 'No images found'}
        </p>
        {data && data.pageCount > 1 && (
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
              Page {data.page} of {data.pageCount}
            </span>
            <button
              className="button button--quiet"
              type="button"
              disabled={page >= data.pageCount}
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

function Choices({ data, onChoose }: { data?: MediaView; onChoose: (image: PickedImage) => void }) {
  return (
    <ul className="media-picker__grid">
      {data?.items.map(({ id, url, name, alt }) => (
        <li key={id}>
          <button className="media-picker__choice" type="button" onClick={() => onChoose({ url, alt })}>
            <img
              {...pictureSource(url, 400)}
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
