// The image with the crop rectangle: dragged with the pointer, moved and resized with the arrow keys.
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react';
import { type Corner, type CropRect, clampRect, resizeRect, type Size, wholeImage } from './crop-geometry';
import { drawCrop } from './draw-crop';

const CORNERS: readonly Corner[] = ['nw', 'ne', 'sw', 'se'];
const SHOWN_WIDTH = 1200;
const ARROWS: Record<string, { dx: number; dy: number }> = {
  ArrowLeft: { dx: -1, dy: 0 },
  ArrowRight: { dx: 1, dy: 0 },
  ArrowUp: { dx: 0, dy: -1 },
  ArrowDown: { dx: 0, dy: 1 },
};

interface CropBoxProps {
  image: HTMLImageElement;
  turns: number;
  /** The size of the rotated image. */
  size: Size;
  rect: CropRect;
  aspect: number | null;
  onChange: (rect: CropRect) => void;
}

export function CropBox({ image, turns, size, rect, aspect, onChange }: CropBoxProps) {
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const drag = useRef<{ x: number; y: number; rect: CropRect; corner: Corner | null } | null>(null);
  const { width, height } = size;

  useEffect(() => {
    const whole = wholeImage({ width, height });
    if (canvas.current) drawCrop(canvas.current, image, turns, whole, Math.min(SHOWN_WIDTH, width));
  }, [image, turns, width, height]);

  const change = (from: CropRect, corner: Corner | null, by: { dx: number; dy: number }) =>
    onChange(
      corner
        ? resizeRect(from, corner, by, size, aspect)
        : clampRect({ ...from, x: from.x + by.dx, y: from.y + by.dy }, size),
    );
  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const { target } = event;
    const corner = CORNERS.find((name) => target instanceof HTMLElement && target.dataset.corner === name);
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, rect, corner: corner ?? null };
  };
  const move = (event: PointerEvent) => {
    const shown = canvas.current?.getBoundingClientRect();
    if (!drag.current || !shown?.width) return;
    const scale = width / shown.width;
    const by = { dx: (event.clientX - drag.current.x) * scale, dy: (event.clientY - drag.current.y) * scale };
    change(drag.current.rect, drag.current.corner, by);
  };
  const stop = () => {
    drag.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const step = Math.max(1, Math.round(Math.max(width, height) / 100));
    change(rect, event.shiftKey ? 'se' : null, { dx: arrow.dx * step, dy: arrow.dy * step });
  };
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return (
    <>
      <div className="crop__stage">
        <canvas className="crop__image" ref={canvas} />
        <button
          className="crop__box"
          type="button"
          data-focus
          aria-label={`Crop area: ${rect.width} × ${rect.height} pixels, ${rect.x} from the left, ${rect.y} from the top`}
          aria-describedby={id}
          style={{
            left: percent(rect.x, width),
            top: percent(rect.y, height),
            width: percent(rect.width, width),
            height: percent(rect.height, height),
          }}
          onPointerDown={start}
          onPointerMove={move}
          onPointerUp={stop}
          onPointerCancel={stop}
          onKeyDown={press}
        >
          {CORNERS.map((corner) => (
            <span className={`crop__corner crop__corner--${corner}`} data-corner={corner} key={corner} />
          ))}
        </button>
      </div>
      <p className="field__hint" id={id}>
        Drag the area or its corners. Arrow keys move it, Shift and arrow keys resize it.
      </p>
    </>
  );
}
