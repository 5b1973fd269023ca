// Crops and rotates a library image in the browser, and uploads the result as a new file.
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { FormField, SelectField } from '~/ui/form-field';
import { isAnimated } from '../../formats/is-animated';
import { UploadError, uploadToLibrary } from '../upload-to-library';
import { CropBox } from './crop-box';
import {
  type CropRect,
  clampRect,
  fitAspect,
  type Size,
  turnedSize,
  turnRect,
  wholeImage,
} from './crop-geometry';
import { drawCrop, encodeCrop } from './draw-crop';

const ASPECTS: Record<string, number> = { '16:9': 16 / 9, '4:3': 4 / 3, '1:1': 1 };
const SIDES = [
  ['x', 'Left'],
  ['y', 'Top'],
  ['width', 'Width'],
  ['height', 'Height'],
] as const;
const PREVIEW_WIDTH = 240;
const REFUSALS = {
  animated: 'Animated images can’t be cropped here, because the animation would be lost.',
  broken: 'We couldn’t load the image. Close this dialog and try again.',
};

export interface CropItem {
  url: string;
  /** The file's name. */
  name: string;
  alt: string;
  folder: 'articles' | 'ads';
}

interface CropToolProps {
  item: CropItem;
  /** Renders the dialog's buttons. `save` is the button that saves; null if the image cannot be cropped. */
  foot: (save: ReactNode) => ReactNode;
  /** Whether there is something to save. */
  onChanged: (isChanged: boolean) => void;
  onSaved: (saved: { url: string }) => void;
}

export function CropTool(props: CropToolProps) {
  const [loaded, setLoaded] = useState<LoadedImage | 'animated' | 'broken' | null>(null);
  const { url } = props.item;
  useEffect(() => {
    let isShown = true;
    load(url).then(
      (result) => isShown && setLoaded(result),
      () => isShown && setLoaded('broken'),
    );
    return () => {
      isShown = false;
    };
  }, [url]);
  if (loaded && typeof loaded === 'object') return <Tool {...props} {...loaded} />;
  return (
    <>
      {loaded ? <p role="alert">{REFUSALS[loaded]}</p> : <p role="status">Loading image...</p>}
      {props.foot(null)}
    </>
  );
}

interface LoadedImage {
  image: HTMLImageElement;
  contentType: string;
}

/** @throws if the file cannot be loaded or decoded */
async function load(url: string): Promise<LoadedImage | 'animated'> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`Response status ${answer.status}`);
  const contentType = answer.headers.get('content-type') ?? '';
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (contentType === 'image/gif' || isAnimated(bytes)) return 'animated';
  const image = new Image();
  image.src = url;
  await image.decode();
  return { image, contentType };
}

function Tool({ item, foot, onChanged, onSaved, image, contentType }: CropToolProps & LoadedImage) {
  const natural: Size = { width: image.naturalWidth, height: image.naturalHeight };
  const [turns, setTurns] = useState(0);
  const [rect, setRect] = useState<CropRect>(() => wholeImage(natural));
  const [shape, setShape] = useState('free');
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const preview = useRef<HTMLCanvasElement>(null);
  /** False after the dialog was closed while the file was being sent. */
  const isOpen = useRef(true);
  const size = turnedSize(natural, turns);
  const aspectOf = (name: string, within: Size) =>
    name === 'original' ? within.width / within.height : (ASPECTS[name] ?? null);
  const aspect = aspectOf(shape, size);

  useEffect(() => {
    const width = Math.min(PREVIEW_WIDTH, (PREVIEW_WIDTH * rect.width) / rect.height);
    if (preview.current) drawCrop(preview.current, image, turns, rect, width);
  }, [image, turns, rect]);

  const turn = (way: 'left' | 'right') => {
    const next = (turns + (way === 'right' ? 1 : 3)) % 4;
    const turned = turnedSize(natural, next);
    setTurns(next);
    setRect(fitAspect(turnRect(rect, size, way), turned, aspectOf(shape, turned)));
  };
  const choose = (name: string) => {
    setShape(name);
    setRect(fitAspect(wholeImage(size), size, aspectOf(name, size)));
  };
  const reset = () => {
    setTurns(0);
    setShape('free');
    setRect(wholeImage(natural));
  };
  const setSide = (side: keyof CropRect, value: number) => {
    const next = { ...rect, [side]: value };
    if (aspect !== null && side === 'width') next.height = value / aspect;
    if (aspect !== null && side === 'height') next.width = value * aspect;
    setRect(fitAspect(clampRect(next, size), size, aspect));
  };
  const save = async () => {
    setError('');
    setProgress(0);
    try {
      const file = await encodeCrop(image, turns, rect, { name: item.name, contentType });
      const saved = await uploadToLibrary(file, item.folder, setProgress, item.alt);
      if (isOpen.current) onSaved(saved);
    } catch (failure) {
      const reason = failure instanceof UploadError ? failure.message : 'The image could not be created';
      setError(`${reason}. Your crop is still here. Try again.`.replace('..', '.'));
      setProgress(null);
    }
  };
  const isUnchanged = turns === 0 && rect.width === natural.width && rect.height === natural.height;
  // A layout effect, because with an ordinary effect, Escape on a busy page could close the dialog without asking.
  useLayoutEffect(() => onChanged(!isUnchanged), [onChanged, isUnchanged]);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  // When the dialog opened, the image was not loaded yet, so the focus is on a button that closes the dialog.
  useEffect(() => root.current?.querySelector<HTMLElement>('[data-focus]')?.focus(), []);

  return (
    // The dialog asks before it closes when text was typed. The numbers of a crop are not text.
    <div className="crop" ref={root} onInput={(event) => event.stopPropagation()}>
      <CropBox image={image} turns={turns} size={size} rect={rect} aspect={aspect} onChange={setRect} />
      <div className="crop__tools">
        <button className="button button--quiet" type="button" onClick={() => turn('left')}>
          Rotate Left
        </button>
        <button className="button button--quiet" type="button" onClick={() => turn('right')}>
          Rotate Right
        </button>
        <button className="button button--quiet" type="button" onClick={reset}>
          Reset
        </button>
      </div>
      <SelectField label="Aspect ratio" value={shape} onChange={({ target }) => choose(target.value)}>
        <option value="free">Free</option>
        <option value="original">Original</option>
        {Object.keys(ASPECTS).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <fieldset className="crop__sides">
        <legend className="field__label">Crop area in pixels</legend>
        {SIDES.map(([side, label]) => (
          <Side key={side} label={label} value={rect[side]} onSet={(value) => setSide(side, value)} />
        ))}
      </fieldset>
      <div className="crop__result">
        <canvas className="crop__preview" ref={preview} role="img" aria-label="Preview" />
        <p role="status">
          Result: {rect.width} × {rect.height} pixels
        </p>
      </div>
      <p className="field__hint">Saves a new file in the library. The original stays there unchanged.</p>
      {error && (
        <p className="refusal" role="alert">
          {error}
        </p>
      )}
      {foot(
        <button className="button" type="button" disabled={progress !== null || isUnchanged} onClick={save}>
          {progress === null ? 'Save as New Image' : `Saving... ${Math.round(progress * 100)}%`}
        </button>,
      )}
    </div>
  );
}

/** A number that takes effect when the field is left or Enter is pressed, so that typing is not corrected midway. */
function Side({ label, value, onSet }: { label: string; value: number; onSet: (value: number) => void }) {
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  const commit = () => {
    const number = Number.parseInt(text, 10);
    if (Number.isFinite(number) && number !== value) onSet(number);
    setText(String(value));
  };
  return (
    <FormField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  );
}
