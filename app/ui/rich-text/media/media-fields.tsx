// The fields of the dialog for figures, videos and audio.
import type { ReactNode } from 'react';
import { focusClass, withoutFocus } from '~/lib/focal-point';
import { FIGURE_WIDTHS } from '~/lib/html/article-blocks';
import { ALT_TEXT } from '../edit-links';
import type { MediaRefusal } from './check-media';
import { type CaptionedMedia, type CaptionText, type MediaBlock, toItem } from './media-block';
import { smallImage } from './small-images';
import { UploadButton } from './upload-button';
import type { EditorImage, FocusPicker, ImagePicker, UploadImage } from './upload-image';

export interface MediaFieldsProps {
  /** Prefix of the fields' ids. */
  id: string;
  block: MediaBlock;
  setBlock(block: MediaBlock | ((before: MediaBlock) => MediaBlock)): void;
  refusal: MediaRefusal | null;
  uploadImage: UploadImage | undefined;
  ImagePicker: ImagePicker | undefined;
  FocusPicker: FocusPicker | undefined;
  onUpload(isRunning: boolean): void;
  onSave(): void;
}

interface TextFieldProps extends Pick<MediaFieldsProps, 'id' | 'refusal' | 'onSave'> {
  name: string;
  label: string;
  hint?: string;
  value: string;
  onChange(value: string): void;
}

export function TextField({ id, name, label, hint, value, onChange, refusal, onSave }: TextFieldProps) {
  const error = refusal?.field === name ? refusal.message : '';
  return (
    <div className="field">
      <label className="field__label" htmlFor={`${id}${name}`}>
        {label}
      </label>
      <input
        className="field__input"
        id={`${id}${name}`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          // The text box, which gets the focus, would insert a line.
          event.preventDefault();
          onSave();
        }}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}${name}note` : undefined}
        autoComplete="off"
      />
      {(error || hint) && (
        <p className={error ? 'field__error' : 'field__hint'} id={`${id}${name}note`}>
          {error || hint}
        </p>
      )}
    </div>
  );
}

type CaptionFieldProps = Omit<TextFieldProps, 'value' | 'onChange'> & {
  caption: CaptionText;
  onChange(caption: CaptionText): void;
};

/** Formats and links of a caption are lost when its text changes. */
export function CaptionField({ caption, hint, onChange, ...field }: CaptionFieldProps) {
  const isFormatted = caption.nodes.some((node) => typeof node === 'object');
  const warning = 'It has formatting or links. Changing the text removes them.';
  return (
    <TextField
      {...field}
      {...(isFormatted ? { hint: warning } : hint ? { hint } : {})}
      value={caption.text}
      onChange={(text) => onChange({ ...caption, text })}
    />
  );
}

/** The attributes of an uploaded image. */
export const toImageAttributes = ({ url, alt, width, height }: EditorImage): Record<string, string> => ({
  src: url,
  alt,
  ...(width && height && { width: String(width), height: String(height) }),
});

const withAttributes = (block: MediaBlock, change: Record<string, string>): MediaBlock => {
  const [item = toItem()] = block.items;
  return { ...block, items: [{ ...item, attributes: { ...item.attributes, ...change } }] };
};

/** A different image has a different size and needs a different link to the full-size image. */
const withImage = (block: MediaBlock, attributes: Record<string, string>): MediaBlock => {
  const [item = toItem()] = block.items;
  return { ...block, items: [{ ...item, link: null, attributes }] };
};

export function ImageFields(props: MediaFieldsProps) {
  const { block, setBlock, id, uploadImage, ImagePicker, onUpload } = props;
  const [item = toItem()] = block.items;
  const { src = '', alt = '' } = item.attributes;
  const change = (changed: Partial<CaptionedMedia>) =>
    setBlock({ ...block, items: [{ ...item, ...changed }] });
  return (
    <>
      <Preview src={src} />
      <TextField
        {...props}
        name="src"
        label="Image URL"
        hint="Images from other sites are copied when you save."
        value={src}
        onChange={(value) => setBlock(withImage(block, { src: value, alt }))}
      />
      <UploadButton
        label="Upload Image"
        uploadImage={uploadImage}
        ImagePicker={ImagePicker}
        onUpload={onUpload}
        onImage={(image) =>
          setBlock((before) => {
            const described = before.items[0]?.attributes.alt;
            return withImage(before, {
              ...toImageAttributes(image),
              ...(described && { alt: described }),
            });
          })
        }
      />
      <TextField
        {...props}
        {...ALT_TEXT}
        name="alt"
        value={alt}
        onChange={(value) => setBlock(withAttributes(block, { alt: value }))}
      />
      <Captions {...props} item={item} onChange={change} />
      <div className="field">
        <label className="field__label" htmlFor={`${id}width`}>
          Width
        </label>
        <select
          className="field__input"
          id={`${id}width`}
          value={block.width}
          onChange={({ target }) => setBlock({ ...block, width: target.value })}
        >
          <option value="">As wide as the text</option>
          {Object.entries(FIGURE_WIDTHS).map(([name, label]) => (
            <option value={name} key={name}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}

export function PlayerFields(props: MediaFieldsProps) {
  const { block, setBlock, uploadImage, ImagePicker, onUpload } = props;
  const [item = toItem()] = block.items;
  const { src = '', poster = '' } = item.attributes;
  const isVideo = block.kind === 'video';
  const set = (change: Record<string, string>) => setBlock((before) => withAttributes(before, change));
  return (
    <>
      <TextField
        {...props}
        name="src"
        label={isVideo ? 'Video URL' : 'Audio URL'}
        hint={
          isVideo
            ? 'An https URL of an MP4 or WebM file. It loads when a reader starts it.'
            : 'An https URL of an MP3 or M4A file. It loads when a reader starts it.'
        }
        value={src}
        onChange={(value) => set({ src: value })}
      />
      {isVideo && (
        <>
          <Preview src={poster} />
          <TextField
            {...props}
            name="poster"
            label="Preview image"
            hint="Shown until the video starts. Leave blank for none."
            value={poster}
            onChange={(value) => set({ poster: value })}
          />
          <UploadButton
            label="Upload Image"
            uploadImage={uploadImage}
            ImagePicker={ImagePicker}
            onUpload={onUpload}
            onImage={({ url }) => set({ poster: url })}
          />
        </>
      )}
      <Captions
        {...props}
        item={item}
        onChange={(changed) => setBlock({ ...block, items: [{ ...item, ...changed }] })}
      />
    </>
  );
}

type CaptionsProps = MediaFieldsProps & {
  item: CaptionedMedia;
  onChange(change: Partial<CaptionedMedia>): void;
};

function Captions({ item, onChange, ...props }: CaptionsProps): ReactNode {
  return (
    <>
      <CaptionField
        {...props}
        name="caption"
        label="Caption"
        caption={item.caption}
        onChange={(caption) => onChange({ caption })}
      />
      <CaptionField
        {...props}
        name="credit"
        label="Credit"
        hint="Such as “Photo: Ann Lee”."
        caption={item.credit}
        onChange={(credit) => onChange({ credit })}
      />
    </>
  );
}

const OWN_IMAGE = /^\/\S+\.(?:jpe?g|png|gif|webp|avif|svg)$/i;

/** Images of other sites cannot be shown before they are copied, and incomplete URLs are not loaded. */
export const isShown = (src: string): boolean => OWN_IMAGE.test(withoutFocus(src));

export function Preview({ src }: { src: string }) {
  return isShown(src) ? (
    <img className={`media-dialog__preview ${focusClass(src)}`.trim()} src={smallImage(src, 400)} alt="" />
  ) : null;
}
