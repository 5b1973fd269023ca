// The images of a gallery: added by upload or URL, described, moved and removed.
import { useEffect, useRef, useState } from 'react';
import { withoutFocus } from '~/lib/focal-point';
import { MAX_GALLERY } from '~/lib/html/article-blocks';
import { GALLERY_SIZE, type MediaRefusal } from './check-media';
import { type CaptionedMedia, toItem } from './media-block';
import {
  CaptionField,
  isShown,
  type MediaFieldsProps,
  Preview,
  TextField,
  toImageAttributes,
} from './media-fields';
import { UploadButton } from './upload-button';

export function GalleryFields(props: MediaFieldsProps) {
  const { id, block, setBlock, uploadImage, ImagePicker, onUpload } = props;
  const { items } = block;
  const [address, setAddress] = useState('');
  const [refusal, setRefusal] = useState<MediaRefusal | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  /** The button that gets the focus after the list is drawn: moving an element takes it away. */
  const next = useRef<{ index: number; action: string } | null>(null);
  useEffect(() => {
    const { current: target } = next;
    next.current = null;
    if (!target) return;
    const row = list.current?.children[Math.min(target.index, items.length - 1)];
    const button = row?.querySelector<HTMLElement>(`[data-action="${target.action}"]`);
    (button ?? document.getElementById(`${id}add`))?.focus();
  }, [id, items]);

  const setItems = (change: (items: CaptionedMedia[]) => CaptionedMedia[]) =>
    setBlock((before) => ({ ...before, items: change(before.items) }));
  const count = useRef(items.length);
  count.current = items.length;
  const add = (attributes: Record<string, string>) => {
    if (count.current >= MAX_GALLERY) setRefusal({ field: 'add', message: GALLERY_SIZE });
    else setItems((all) => [...all, toItem(attributes)]);
  };
  const addAddress = () => {
    const src = address.trim();
    setRefusal(null);
    if (!/^(?:https?:\/\/|\/)\S+$/i.test(src))
      return setRefusal({ field: 'add', message: 'Enter the URL of an image.' });
    add({ src, alt: '' });
    setAddress('');
  };
  const move = (from: number, step: number, action: string) => {
    const to = from + step;
    const [moved] = items.slice(from, from + 1);
    if (!moved || to < 0 || to >= items.length) return;
    const others = items.filter((_, index) => index !== from);
    next.current = { index: to, action };
    setItems(() => [...others.slice(0, to), moved, ...others.slice(to)]);
    setSaid(`Image ${from + 1} is now image ${to + 1} of ${items.length}.`);
  };
  const remove = (at: number) => {
    next.current = { index: at, action: 'remove' };
    setItems((all) => all.filter((_, index) => index !== at));
    setSaid(`Image ${at + 1} was removed.`);
  };
  return (
    <>
      <ol className="media-dialog__images" ref={list}>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a row have no state; what is open belongs to an image
          <li className="media-dialog__image" key={index}>
            <div className="media-dialog__thumbnail">
              <Preview src={item.attributes.src ?? ''} />
              <span className="media-dialog__buttons">
                <RowButton
                  label={`Move image ${index + 1} up`}
                  action="up"
                  sign="↑"
                  onClick={() => move(index, -1, 'up')}
                />
                <RowButton
                  label={`Move image ${index + 1} down`}
                  action="down"
                  sign="↓"
                  onClick={() => move(index, 1, 'down')}
                />
                <RowButton
                  label={`Remove image ${index + 1}`}
                  action="remove"
                  sign="×"
                  onClick={() => remove(index)}
                />
              </span>
            </div>
            <ItemFields
              {...props}
              item={item}
              index={index}
              onChange={(changed) =>
                setItems((all) => all.map((other, at) => (at === index ? { ...other, ...changed } : other)))
              }
            />
          </li>
        ))}
      </ol>
      <UploadButton
        label="Upload Images"
        isMultiple
        uploadImage={uploadImage}
        ImagePicker={ImagePicker}
        onUpload={onUpload}
        onImage={(image) => add(toImageAttributes(image))}
      />
      <div className="media-dialog__address">
        <TextField
          id={id}
          name="add"
          label="Image URL"
          hint={`${GALLERY_SIZE} Images from other sites are copied when you save.`}
          value={address}
          onChange={setAddress}
          refusal={refusal ?? props.refusal}
          onSave={addAddress}
        />
        <button type="button" className="button button--quiet" onClick={addAddress}>
          Add Image
        </button>
      </div>
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  );
}

type ItemFieldsProps = MediaFieldsProps & {
  item: CaptionedMedia;
  index: number;
  onChange(change: Partial<CaptionedMedia>): void;
};

function ItemFields({ item, index, onChange, ...props }: ItemFieldsProps) {
  const { attributes, caption } = item;
  const { src = '' } = attributes;
  const { FocusPicker } = props;
  return (
    <div className="media-dialog__texts">
      <TextField
        {...props}
        name={`alt${index}`}
        label={`Alternative text of image ${index + 1}`}
        value={attributes.alt ?? ''}
        onChange={(alt) => onChange({ attributes: { ...attributes, alt } })}
      />
      <CaptionField
        {...props}
        name={`caption${index}`}
        label={`Caption of image ${index + 1}`}
        caption={caption}
        onChange={(changed) => onChange({ caption: changed })}
      />
      {!src.startsWith('/') && <p className="field__hint">{src}</p>}
      {FocusPicker && isShown(src) && (
        <details key={withoutFocus(src)}>
          <summary className="field__label">Focal point of image {index + 1}</summary>
          <FocusPicker
            url={src}
            hasCrops={false}
            onChange={(changed) => onChange({ attributes: { ...attributes, src: changed } })}
          />
        </details>
      )}
    </div>
  );
}

interface RowButtonProps {
  label: string;
  action: string;
  sign: string;
  onClick(): void;
}

function RowButton({ label, action, sign, onClick }: RowButtonProps) {
  return (
    <button type="button" data-action={action} aria-label={label} title={label} onClick={onClick}>
      {sign}
    </button>
  );
}
