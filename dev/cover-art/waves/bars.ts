// Draws an audio recording as bars. The part that was played has the accent color.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { circle, rect } from '../shapes';
import { clippedBy, type Sheet } from '../sheet';

export const bars: Composition = {
  draw: drawBars,
  footing: 'floats',
  directed: true,
  camera: { around: [700, 410], zoom: [1, 1.3], turn: [-9, 9] },
};

function drawBars(sheet: Sheet): string {
  const { random, colors } = sheet;
  const pitch = random.between(42, 58);
  const width = pitch * random.between(0.42, 0.56);
  const axis = random.between(390, 430);
  const discX = random.between(520, 680);
  const radius = random.between(280, 330);
  const wobble = [random.between(0.5, 0.8), random.between(1.2, 1.7), random.between(2.1, 2.9)] as const;
  const start = random.between(0, 6);

  const heights = Array.from({ length: Math.ceil(1640 / pitch) }, (_, index) => {
    const swell = Math.exp(-(((index * pitch - discX - 120) / 520) ** 2));
    const voice = Math.sin(start + index * wobble[0]) * 0.4 + Math.sin(index * wobble[1]) * 0.35;
    const tremble = Math.sin(start + index * wobble[2]) * 0.25;
    return 16 + swell * 290 * (0.35 + 0.65 * Math.abs(voice + tremble));
  });
  const drawAll = (colorAt: (x: number) => string) =>
    heights
      .map((height, index) => {
        const x = index * pitch;
        return rect(x - width / 2, axis - height, width, height * 2, { fill: colorAt(x) }, width / 2);
      })
      .join('');

  const disc = shaded(sheet, (paint) => circle(discX, axis, radius, paint), colors.form, { towards: 80 });
  const head = Math.round((discX + radius * random.between(0.2, 0.6)) / pitch) * pitch;
  const outside = drawAll((x) =>
    x <= head ? colors.line : sheet.ground === 'paper' ? colors.form : colors.quiet,
  );
  const inside = drawAll((x) =>
    Math.abs(x - head) < pitch / 2 ? colors.accent : x < head ? colors.ink : colors.shadow,
  );
  const crossing = clippedBy(sheet, circle(discX, axis, radius, { fill: '#000' }), inside);
  const needle = rect(head - 7, axis - radius - 20, 14, radius * 2 + 20, { fill: colors.accent });
  const knob = circle(head, axis - radius - 20, 32, { fill: colors.accent });
  return outside + disc + crossing + needle + knob;
}
