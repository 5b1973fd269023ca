// The image field of an article, ad or category: upload, choose from the library or enter a URL. Without
// JavaScript it is three plain fields; the file is uploaded when the form is saved.
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { FormField } from '~/ui/form-field';
import { imageSource } from '../image-source';
import { CropButton } from './crop/crop-button';
import { DropZone } from './drop-zone';
import { FocalPointPicker } from './focal-point-picker';
import { MediaPicker, type PickedImage } from './media-picker';

/** Lets children offer more ways to set the image. */
export interface ImageTools {
  /** The current URL; '' for none. */
  url: string;
  /** The current URL and description. */
  read(): PickedImage;
  /** Sets both, replacing any existing values. */
  set(image: PickedImage): void;
  /**
   * Call before an asynchronous choice. The returned function tells whether it is still the latest choice.
   */
  begin(): () => boolean;
  /** Shows why the image could not be set, until the next choice. */
  fail(message: string): void;
}

interface ImageFieldProps {
  /** Label of the drop zone. */
  label: string;
  /** Label of the URL field. */
  urlLabel?: string;
  folder?: 'articles' | 'ads';
  /** Names of the form fields; null `alt` omits the description. */
  names?: { file: string; url: string; alt: string | null };
  url: string;
  alt?: string;
  /** Preview shape, matching where the image will appear. */
  shape?: 'card' | 'leaderboard' | 'rectangle' | 'portrait';
  /** Whether pages crop the image, so that its focal point can be chosen. */
  hasFocus?: boolean;
  /** False for people who may not browse the library. */
  hasLibrary?: boolean;
  /** Hint about the file. */
  hint?: ReactNode;
  /** Validation errors. */
  errors?: Partial<Record<'file' | 'url' | 'alt', string | undefined>> | undefined;
  children?: (tools: ImageTools) => ReactNode;
}

const NAMES = { file: 'imageFile', url: 'imageUrl', alt: 'imageAlt' };

export function ImageField({
  label,
  urlLabel = 'Image URL',
  folder = 'articles',
  names = NAMES,
  url,
  alt = '',
  shape = 'card',
  hasFocus = false,
  hasLibrary = true,
  hint,
  errors = {},
  children,
}: ImageFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(url);
  const [isPicking, setPicking] = useState(false);
  const [failure, setFailure] = useState('');
  const { url: urlName, alt: altName } = names;
  // The latest choice wins over earlier ones that finish later.
  const choices = useRef(0);
  const begin = useCallback(() => {
    setFailure('');
    choices.current += 1;
    const choice = choices.current;
    return () => choices.current === choice;
  }, []);

  const put = useCallback(
    (image: PickedImage) => {
      setShown(image.url);
      type(box.current, urlName, image.url);
      if (altName && image.alt && !read(box.current, altName)) type(box.current, altName, image.alt);
    },
    [urlName, altName],
  );
  const awaitUpload = useCallback(() => {
    const isLatest = begin();
    return {
      onStored(image: PickedImage) {
        if (isLatest()) put(image);
      },
      onFailed(message: string) {
        if (isLatest()) setFailure(message);
      },
    };
  }, [begin, put]);
  const tools: ImageTools = {
    url: shown,
    read: () => ({
      url: read(box.current, urlName),
      alt: altName ? read(box.current, altName) : '',
    }),
    set(image) {
      setShown(image.url);
      type(box.current, urlName, image.url);
      if (altName) type(box.current, altName, image.alt);
    },
    begin,
    fail: setFailure,
  };
  // A save replaces an external URL with the stored image's. That sets the value by script, which React's
  // onInput does not report.
  useEffect(() => {
    const field = find(box.current, urlName);
    const show = () => setShown(read(box.current, urlName));
    field?.addEventListener('change', show);
    return () => field?.removeEventListener('change', show);
  }, [urlName]);
  const closePicker = useCallback(() => setPicking(false), []);
  return (
    <div className="image-field" ref={box}>
      <Preview
        url={shown}
        shape={shape}
        onFocusChange={hasFocus ? (chosen) => type(box.current, urlName, chosen) : undefined}
      />
      <DropZone
        name={names.file}
        label={label}
        folder={folder}
        error={errors.file}
        failure={failure}
        onTaken={awaitUpload}
        onRefused={setFailure}
      />
      {hint && <p className="field__hint">{hint}</p>}
      <div className="image-field__ways needs-js">
        {hasLibrary && (
          <button className="button button--quiet" type="button" onClick={() => setPicking(true)}>
            Choose from Library
          </button>
        )}
        <CropButton
          url={shown}
          readAlt={() => tools.read().alt}
          folder={folder}
          onCropped={(cropped) => {
            begin();
            put({ url: cropped, alt: '' });
          }}
        />
        {shown && (
          <button className="button button--text" type="button" onClick={() => put({ url: '', alt: '' })}>
            Remove Image
          </button>
        )}
        {children?.(tools)}
      </div>
      <FormField
        label={urlLabel}
        name={urlName}
        type="text"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        defaultValue={url}
        onInput={(event) => {
          // Programmatic changes also dispatch this event.
          begin();
          setShown(event.currentTarget.value.trim());
        }}
        error={errors.url}
      />
      {hasFocus && (
        <p className="field__hint needs-no-js">
          To set the focal point, add #focus=30,70 to the URL (30% from the left, 70% from the top).
        </p>
      )}
      {altName && (
        <FormField
          label="Image description"
          name={altName}
          maxLength={500}
          autoComplete="off"
          defaultValue={alt}
          hint="Alt text, read aloud by screen readers."
          error={errors.alt}
        />
      )}
      {isPicking && <MediaPicker onPick={put} onClose={closePicker} />}
    </div>
  );
}

interface PreviewProps {
  url: string;
  shape: string;
  onFocusChange: ((url: string) => void) | undefined;
}

function Preview({ url, shape, onFocusChange }: PreviewProps) {
  const [broken, setBroken] = useState('');
  if (!url) return null;
  // Pages only load images from this site, and the preview follows that rule.
  if (!url.startsWith('/'))
    return <p className="image-field__note">The image is downloaded from this URL when you save.</p>;
  if (broken === url) return <p className="image-field__note">There is no image at this URL.</p>;
  if (onFocusChange)
    return <FocalPointPicker url={url} onChange={onFocusChange} onBroken={() => setBroken(url)} />;
  const { src, srcSet } = imageSource(url, 800);
  return (
    <img
      className={`image-field__preview image-field__preview--${shape}`}
      src={src}
      srcSet={srcSet}
      sizes="24rem"
      width={320}
      height={200}
      alt="Preview"
      onError={() => setBroken(url)}
    />
  );
}

const find = (box: HTMLElement | null, name: string) =>
  box?.querySelector<HTMLInputElement>(`input[name="${name}"]`);

const read = (box: HTMLElement | null, name: string) => find(box, name)?.value.trim() ?? '';

/** Sets the value and dispatches `input`, so that form listeners notice the change. */
function type(box: HTMLElement | null, name: string, text: string): void {
  const field = find(box, name);
  if (!field) return;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
