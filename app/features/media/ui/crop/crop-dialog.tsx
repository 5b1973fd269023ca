// The dialog that crops the image of a form's field. Loaded when it is first opened.
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { CROP_TITLE, DISCARD_CROP } from '../../media-view';
import { type CropItem, CropTool } from './crop-tool';

export interface CropDialogProps {
  item: CropItem;
  /** Called with the URL of the new file. */
  onSaved: (url: string) => void;
  onClose: () => void;
}

const stop = (event: SyntheticEvent) => event.stopPropagation();

export function CropDialog({ item, onSaved, onClose }: CropDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isChanged, setChanged] = useState(false);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => {
    // Closing returns the focus, so close the dialog before it is removed.
    dialog.current?.close();
    onClose();
  };
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isChanged || window.confirm(DISCARD_CROP)) close();
  };
  return createPortal(
    // Its events must not reach the form behind it.
    <dialog
      className="dialog dialog--wide"
      ref={dialog}
      aria-labelledby={id}
      onCancel={cancel}
      // Without this, pressing Escape again after declining the question would close the dialog without
      // asking.
      onKeyDown={(event) => event.key === 'Escape' && cancel(event)}
      onClose={(event) => {
        event.stopPropagation();
        onClose();
      }}
      onInput={stop}
      onChange={stop}
      onClick={stop}
    >
      <div className="dialog__frame">
        <h2 className="headline headline--4" id={id}>
          {CROP_TITLE}
        </h2>
        <CropTool
          item={item}
          onChanged={setChanged}
          onSaved={({ url }) => {
            close();
            onSaved(url);
          }}
          foot={(save) => (
            <div className="dialog__foot">
              <button className="button button--quiet" type="button" onClick={close}>
                Cancel
              </button>
              {save}
            </div>
          )}
        />
      </div>
    </dialog>,
    document.body,
  );
}
