// Draws stacked plates connected by upright wires, like the layers of a chip.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { circle, ellipse, line, type Point, polygon, polyline } from '../shapes';
import { linearFill, type Sheet } from '../sheet';

export const processor: Composition = {
  draw: drawProcessor,
  footing: 'floats',
  camera: { around: [980, 330], zoom: [0.95, 1.3] },
};

function drawProcessor(sheet: Sheet): string {
  const { random, colors } = sheet;
  const plates = random.whole(3, 4);
  const half = random.between(400, 460);
  const cx = random.between(900, 1040);
  const gap = random.between(110, 135) * (plates === 4 ? 0.8 : 1);
  const base = random.between(530, 570);
  const ratio = random.between(0.48, 0.56);
  /** u and v run along the plate's two edges, -1 to 1. */
  const place = (level: number, u: number, v: number): Point => [
    cx + ((u - v) * half) / 2,
    base - level * gap + ((u + v) * half * ratio) / 2,
  ];
  const plate = (level: number, size: number): Point[] => [
    place(level, -size, -size),
    place(level, size, -size),
    place(level, size, size),
    place(level, -size, size),
  ];

  const traces = [-0.72, -0.36, 0, 0.36, 0.72].flatMap((offset, index) => {
    const plain = sheet.ground === 'paper' ? colors.form : colors.line;
    const color = index === 1 ? colors.accent : plain;
    const paint = { stroke: color, width: 9, opacity: index === 1 ? 1 : 0.55 };
    const reach = random.between(2, 4.4);
    const turn = random.between(1.3, 1.8);
    const left: Point[] = [place(0, offset, 0.9), place(0, offset, turn), place(0, offset + 0.5, turn + 0.5)];
    const last = place(0, offset + 0.5, reach);
    const right: Point[] = [place(0, 0.9, offset), place(0, 6, offset)];
    return [
      polyline([...left, last], paint),
      circle(last[0], last[1], 15, { fill: color }),
      polyline(right, paint),
    ];
  });

  const stack = Array.from({ length: plates }, (_, level) => {
    const top = level === plates - 1;
    const fill = top ? colors.form : level === 0 ? colors.shadow : colors.form;
    const opacity = top ? 1 : level === 0 ? 1 : 0.42;
    const edge = plate(level, 1).map(([x, y]): Point => [x, y + 20]);
    const rim = polygon(edge, { fill: colors.shadow, opacity: top ? 1 : 0.7 });
    const sheen = top
      ? shaded(sheet, (paint) => polygon(plate(level, 1), paint), fill, { towards: 20, depth: 0.55 })
      : polygon(plate(level, 1), { fill, opacity });
    const corners = [place(level, 0.82, 0.82), place(level, -0.82, 0.82), place(level, 0.82, -0.82)];
    const wires = top
      ? []
      : corners.map(([x, y]) => line([x, y], [x, y - gap], { stroke: colors.line, width: 7 }));
    return rim + sheen + wires.join('');
  });

  const [eyeX, eyeY] = place(plates - 1, 0, 0);
  const iris = random.between(0.4, 0.5) * half;
  const pit = linearFill(sheet, 90, [
    { at: 0, color: colors.ink },
    { at: 1, color: colors.shadow },
  ]);
  const eye =
    ellipse(eyeX, eyeY, iris, iris * ratio, { fill: pit }) +
    ellipse(eyeX, eyeY, iris * 0.66, iris * 0.66 * ratio, { stroke: colors.form, width: 8 }) +
    ellipse(eyeX, eyeY, iris * 0.34, iris * 0.34 * ratio, { fill: colors.accent });
  return traces.join('') + stack.join('') + eye;
}
