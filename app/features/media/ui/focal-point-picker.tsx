// Chooses the focal point of an image: a click, or the arrow keys on the marker. Needs JavaScript. Without
// it, the point is typed at the end of the image's URL.
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import {
  CENTER,
  FOCUS_STEP,
  type FocalPoint,
  focusClass,
  isCentered,
  readFocus,
  toFocalPoint,
  withFocus,
} from '~/lib/focal-point';
import { imageSource } from '../image-source';

/** The shapes in which pages crop an article's image. */
const CROPS = [
  { shape: 'wide', name: 'Computer' },
  { shape: 'card', name: 'Card' },
  { shape: 'tall', name: 'Phone' },
] as const;

const STEPS: Record<string, FocalPoint> = {
  ArrowLeft: { x: -FOCUS_STEP, y: 0 },
  ArrowRight: { x: FOCUS_STEP, y: 0 },
  ArrowUp: { x: 0, y: -FOCUS_STEP },
  ArrowDown: { x: 0, y: FOCUS_STEP },
};

interface FocalPointPickerProps {
  url: string;
  /** Called with the URL that names the new focal point. */
  onChange: (url: string) => void;
  onBroken?: () => void;
  /** Whether to show how article cards and headers crop the image. */
  hasCrops?: boolean;
}

export function FocalPointPicker({ url, onChange, onBroken, hasCrops = true }: FocalPointPickerProps) {
  const id = useId();
  const image = useRef<HTMLImageElement>(null);
  const marker = useRef<HTMLButtonElement>(null);
  const focus = readFocus(url) ?? CENTER;
  const { src, srcSet } = imageSource(url, 800);
  const position = `${focus.x}% from the left, ${focus.y}% from the top`;
  const set = (point: FocalPoint) => onChange(withFocus(url, toFocalPoint(point)));
  const place = ({ button, clientX, clientY }: PointerEvent) => {
    const box = image.current?.getBoundingClientRect();
    if (button !== 0 || !box?.width || !box.height) return;
    set({ x: ((clientX - box.left) / box.width) * 100, y: ((clientY - box.top) / box.height) * 100 });
  };
  const center = () => {
    set(CENTER);
    // The button that had the focus disappears.
    marker.current?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step && event.key !== 'Home') return;
    event.preventDefault();
    set(step ? { x: focus.x + step.x, y: focus.y + step.y } : CENTER);
  };
  return (
    <fieldset className="focal-point">
      <legend className={hasCrops ? 'field__label' : 'sr-only'}>Focal point</legend>
      <div className="focal-point__frame" onPointerUp={place}>
        <img
          ref={image}
          className="focal-point__image"
          src={src}
          srcSet={srcSet}
          sizes="24rem"
          alt="Preview"
          onError={onBroken}
        />
        <button
          ref={marker}
          className={`focal-point__marker needs-js ${focusClass(url)}`.trim()}
          type="button"
          aria-label={`Focal point: ${position}`}
          aria-describedby={id}
          onKeyDown={move}
        />
      </div>
      <p className="field__hint needs-js" id={id}>
        Click the part that must stay visible when the image is cropped, or move the marker with the arrow
        keys.
      </p>
      <p className="sr-only" role="status">
        {isCentered(focus) ? '' : position}
      </p>
      {hasCrops && (
        <ul className="focal-point__crops">
          {CROPS.map(({ shape, name }) => (
            <li key={shape}>
              <img
                className={`focal-point__crop focal-point__crop--${shape} ${focusClass(url)}`.trim()}
                src={src}
                alt=""
              />
              <span className="meta">{name}</span>
            </li>
          ))}
        </ul>
      )}
      {!isCentered(focus) && (
        <button className="button button--text needs-js" type="button" onClick={center}>
          Center
        </button>
      )}
    </fieldset>
  );
}
