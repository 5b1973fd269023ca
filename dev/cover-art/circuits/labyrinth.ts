// Draws concentric rings with openings, and a path to the center in the accent color.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { arc, polar, TURN } from '../outlines';
import { circle, line, path } from '../shapes';
import type { Sheet } from '../sheet';

export const labyrinth: Composition = {
  draw: drawLabyrinth,
  footing: 'floats',
  camera: { around: [1020, 360], zoom: [1, 1.4] },
};

function drawLabyrinth(sheet: Sheet): string {
  const { random, colors } = sheet;
  const rings = random.whole(5, 7);
  const cx = random.between(960, 1080);
  const cy = random.between(400, 450);
  const outer = random.between(350, 400);
  const core = random.between(80, 110);
  const pitch = (outer - core) / rings;
  const width = pitch * random.between(0.3, 0.42);
  const disc = shaded(sheet, (paint) => circle(cx, cy, outer + pitch, paint), colors.shadow, { depth: 0.8 });
  const wireColor = colors.paper;

  let angle = random.between(Math.PI * 0.75, Math.PI * 1.15);
  const entry = polar(cx, cy, outer, angle);
  const drawn = [line([-400, entry[1]], entry, { stroke: colors.accent, width, cap: 'round' })];
  for (let ring = rings; ring >= 1; ring -= 1) {
    const radius = core + ring * pitch;
    const sweep = random.between(0.5, 1.6) + (rings - ring) * 0.12;
    const next = angle + sweep;
    drawn.push(path(arc(cx, cy, radius, angle, next), { stroke: colors.accent, width, cap: 'round' }));
    const inner = ring === 1 ? 0 : radius - pitch;
    const link = { stroke: colors.accent, width, cap: 'round' as const };
    drawn.push(line(polar(cx, cy, radius, next), polar(cx, cy, inner, next), link));
    drawn.push(
      restOfRing(sheet, { cx, cy, radius, width, from: next, to: angle + TURN, color: wireColor, pitch }),
    );
    angle = next;
  }
  const hub =
    circle(cx, cy, core * 0.92, { fill: colors.accent }) + circle(cx, cy, core * 0.4, { fill: wireColor });
  return disc + drawn.join('') + hub;
}

interface Rest {
  cx: number;
  cy: number;
  radius: number;
  width: number;
  from: number;
  to: number;
  color: string;
  pitch: number;
}

/** The rest of a ring beside the accent: two arcs with soldered ends. */
function restOfRing(sheet: Sheet, { cx, cy, radius, width, from, to, color, pitch }: Rest): string {
  const margin = (pitch * 0.95) / radius;
  const split = from + (to - from) * sheet.random.between(0.3, 0.7);
  const pieces: [number, number][] = [
    [from + margin, split - margin],
    [split + margin, to - margin],
  ];
  return pieces
    .filter(([start, end]) => end - start > margin * 0.5)
    .map(([start, end]) => {
      const [x, y] = polar(cx, cy, radius, end);
      const wire = path(arc(cx, cy, radius, start, end), {
        stroke: color,
        width: width * 0.72,
        cap: 'round',
      });
      return wire + circle(x, y, width * 0.72, { fill: color });
    })
    .join('');
}
