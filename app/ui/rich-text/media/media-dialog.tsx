// The dialog for figures, galleries, videos and audio. Loaded when it is first opened.
import type Quill from 'quill';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { findEmbed, toFigure } from '~/lib/html/embeds';
import { type HtmlElement, writeHtml } from '~/lib/html/html-tree';
import { DialogButtons } from '../rich-dialog';
import { checkMedia, type MediaRefusal } from './check-media';
import { GalleryFields } from './gallery-fields';
import { MEDIA_NAMES, type MediaBlock, writeCaption, writeMedia } from './media-block';
import { CaptionField, ImageFields, PlayerFields } from './media-fields';
import { type MediaTarget, toMediaTask } from './media-target';
import type { FocusPicker, ImagePicker, UploadImage } from './upload-image';

export interface MediaDialogProps {
  quill: Quill;
  target: MediaTarget;
  uploadImage: UploadImage | undefined;
  ImagePicker: ImagePicker | undefined;
  FocusPicker: FocusPicker | undefined;
  onClose(): void;
}

const stop = (event: SyntheticEvent) => event.stopPropagation();

export function MediaDialog({ quill, target, onClose, ...images }: MediaDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [task] = useState(() => toMediaTask(quill, target));
  const [block, setBlock] = useState<MediaBlock>(task.block);
  const [uploads, setUploads] = useState(0);
  const [refusal, setRefusal] = useState<MediaRefusal | null>(null);
  const id = useId();
  const { kind } = block;
  useEffect(() => dialog.current?.showModal(), []);

  // Before anything else, because the text box cannot receive focus earlier.
  const close = () => {
    dialog.current?.close();
    onClose();
    // The closed dialog has returned the focus, but not the selection. Quill restores it only with the focus.
    if (!task.isNew) return;
    quill.blur();
    quill.focus();
  };
  const apply = (figure: HtmlElement) => {
    const isSame = !task.isNew && writeHtml([figure]) === writeHtml([writeMedia(task.block)]);
    close();
    if (isSame) return;
    quill.history.cutoff();
    task.apply(figure);
    quill.history.cutoff();
  };
  const save = () => {
    const [item] = block.items;
    const embed = kind === 'video' && item && findEmbed(item.attributes.src ?? '');
    if (embed) {
      const figure = toFigure(embed);
      const children = [...figure.children, ...writeCaption(item.caption, item.credit)];
      return apply({ ...figure, children });
    }
    const checked =
      uploads > 0 ? { field: '', message: 'Wait until the upload is complete.' } : checkMedia(block);
    if (!('message' in checked)) return apply(writeMedia(checked));
    setRefusal(checked);
    document.getElementById(`${id}${checked.field}`)?.focus();
  };
  const fields = {
    id,
    block,
    setBlock,
    refusal,
    ...images,
    onUpload: (isRunning: boolean) => setUploads((count) => count + (isRunning ? 1 : -1)),
    onSave: save,
  };
  return createPortal(
    // These events must not reach the editor and its form.
    <dialog
      className={kind === 'gallery' ? 'dialog dialog--wide' : 'dialog'}
      ref={dialog}
      aria-labelledby={`${id}title`}
      onCancel={(event) => {
        // The dialog of the library closes on its own.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        close();
      }}
      onInput={stop}
      onChange={stop}
      onClick={stop}
      onKeyDown={stop}
    >
      <div className="dialog__frame">
        <h2 className="headline headline--4" id={`${id}title`}>
          {task.isNew ? 'Add' : 'Edit'} {MEDIA_NAMES[kind].toLowerCase()}
        </h2>
        {kind === 'figure' && <ImageFields {...fields} />}
        {kind === 'gallery' && <GalleryFields {...fields} />}
        {(kind === 'video' || kind === 'audio') && <PlayerFields {...fields} />}
        {kind === 'gallery' && (
          <CaptionField
            {...fields}
            name="caption"
            label="Caption of the gallery"
            hint="Shown below all images. Optional."
            caption={block.caption}
            onChange={(caption) => setBlock({ ...block, caption })}
          />
        )}
        <p className="field__error" role="alert">
          {refusal?.field === '' && refusal.message}
        </p>
        <DialogButtons onCancel={close} onApply={save} />
      </div>
    </dialog>,
    document.body,
  );
}
