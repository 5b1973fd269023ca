// The picture of an article, an ad or a category: uploaded, chosen from the library, or given by its address. Without
// JavaScript three plain fields of the form around it; the file is uploaded when that is saved.
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { FormField } from '~/ui/form-field';
import { pictureSource } from '../picture';
import { DropZone } from './drop-zone';
import { MediaPicker, type PickedImage } from './media-picker';

/** For more ways to a picture than the field's own. */
export interface ImageTools {
  /** The address in the field; '' for none. */
  url: string;
  /** What field and description hold now. */
  read(): PickedImage;
  /** Puts both in their place, whatever stands there. */
  set(image: PickedImage): void;
  /** For a picture that comes later: is it still what was chosen last? */
  begin(): () => boolean;
}

interface ImageFieldProps {
  /** Of the drop zone. */
  label: string;
  folder?: 'articles' | 'ads';
  /** The form's fields; without one for the description none is asked for. */
  names?: { file: string; url: string; alt: string | null };
  url: string;
  alt?: string;
  /** Of the place it will stand in, so that the preview is no surprise. */
  shape?: 'picture' | 'leaderboard' | 'rectangle';
  /** What to know about the file before it is chosen. */
  hint?: ReactNode;
  /** Why they were refused. */
  errors?: { file?: string; url?: string; alt?: string };
  children?: (tools: ImageTools) => ReactNode;
}

const NAMES = { file: 'imageFile', url: 'imageUrl', alt: 'imageAlt' };

export function ImageField({
  label,
  folder = 'articles',
  names = NAMES,
  url,
  alt = '',
  shape = 'picture',
  hint,
  errors = {},
  children,
}: ImageFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(url);
  const [isPicking, setPicking] = useState(false);
  const { url: urlName, alt: altName } = names;
  // The latest choice stays, however long an earlier one was on its way.
  const choices = useRef(0);
  const begin = useCallback(() => {
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
    return (image: PickedImage) => {
      if (isLatest()) put(image);
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
  };
  // A save puts the stored picture's address in place of one that was fetched. React hears of no change that it did not see
  // typed.
  useEffect(() => {
    const field = find(box.current, urlName);
    const show = () => setShown(read(box.current, urlName));
    field?.addEventListener('change', show);
    return () => field?.removeEventListener('change', show);
  }, [urlName]);
  const closePicker = useCallback(() => setPicking(false), []);
  return (
    <div className="image-field" ref={box}>
      <Preview url={shown} shape={shape} />
      <DropZone name={names.file} label={label} folder={folder} error={errors.file} onTaken={awaitUpload} />
      {hint && <p className="field__hint">{hint}</p>}
      <div className="image-field__ways needs-js">
        <button className="button button--quiet" type="button" onClick={() => setPicking(true)}>
          Choose from library
        </button>
        {shown && (
          <button className="button button--text" type="button" onClick={() => put({ url: '', alt: '' })}>
            Remove image
          </button>
        )}
        {children?.(tools)}
      </div>
      <FormField
        label="Image URL"
        name={urlName}
        type="text"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        defaultValue={url}
        onInput={(event) => {
          // Whoever puts a picture in place does it as if the address were typed.
          choices.current += 1;
          setShown(event.currentTarget.value.trim());
        }}
        error={errors.url}
      />
      {altName && (
        <FormField
          label="Image description"
          name={altName}
          maxLength={500}
          autoComplete="off"
          defaultValue={alt}
          hint="Said to people who cannot see the picture."
          error={errors.alt}
        />
      )}
      {isPicking && <MediaPicker onPick={put} onClose={closePicker} />}
    </div>
  );
}

function Preview({ url, shape }: { url: string; shape: string }) {
  const [broken, setBroken] = useState('');
  if (!url) return null;
  // Pages show pictures of this site alone, and this is a page.
  if (!url.startsWith('/'))
    return <p className="image-field__note">The picture is fetched from this address when you save.</p>;
  if (broken === url) return <p className="image-field__note">There is no picture at this address.</p>;
  const { src, srcSet } = pictureSource(url, 800);
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

/** As if it had been typed, so that whoever watches the form for changes hears of it. */
function type(box: HTMLElement | null, name: string, text: string): void {
  const field = find(box, name);
  if (!field) return;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
