// Draws parallel lanes that cross a disc and change color on it.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { arc } from '../outlines';
import { circle, type Point, path, throughPoints } from '../shapes';
import { clippedBy, type Sheet } from '../sheet';

export const bus: Composition = {
  draw: drawBus,
  footing: 'floats',
  camera: { around: [1000, 400], zoom: [0.95, 1.25], turn: [-10, 6] },
};

function drawBus(sheet: Sheet): string {
  const { random, colors } = sheet;
  const lanes = random.whole(5, 7);
  const pitch = random.between(40, 50);
  const width = pitch * random.between(0.36, 0.46);
  const discX = random.between(960, 1080);
  const discY = random.between(370, 430);
  const radius = random.between(290, 340);
  const startY = 690 - lanes * pitch;
  const bendX = random.between(240, 420);
  const rise = startY - discY + radius * random.between(0.6, 0.8);
  const step = random.between(6, 20);
  const chosen = random.whole(1, lanes - 2);

  const routes = Array.from({ length: lanes }, (_, lane): Point[] => {
    const y = startY + lane * pitch;
    const bend = bendX + lane * pitch * 0.414;
    const climb = rise - lane * step;
    // Ends keep off the disc's rim, where a pad would be cut in two colors.
    const end = discX + (lane === chosen || random.chance(0.6) ? random.between(0, 0.55) : 1.35) * radius;
    return [
      [-400, y],
      [bend, y],
      [bend + climb, y - climb],
      [Math.max(end, bend + climb + 90), y - climb],
    ];
  });

  const disc = shaded(sheet, (paint) => circle(discX, discY, radius, paint), colors.form, { towards: 70 });
  const outside = routes.map((route, lane) =>
    drawRoute(route, lane === chosen ? colors.accent : colors.line, width),
  );
  const inside = routes.map((route, lane) =>
    drawRoute(route, lane === chosen ? colors.accent : colors.ink, width),
  );
  const halo = path(arc(discX, discY, radius + pitch * 1.3, Math.PI * 0.9, Math.PI * 2.1), {
    stroke: colors.quiet,
    width: 6,
  });
  const crossing = clippedBy(sheet, circle(discX, discY, radius, { fill: '#000' }), inside.join(''));
  const [padX, padY] = routes[chosen]?.[3] ?? [discX, discY];
  const pad = circle(padX, padY, width * 2.4, { fill: colors.accent });
  const eye = circle(padX, padY, width * 0.9, { fill: colors.paper });
  return halo + outside.join('') + disc + crossing + pad + eye;
}

function drawRoute(route: readonly Point[], color: string, width: number): string {
  const [x, y] = route[3] ?? [0, 0];
  const wire = path(throughPoints(route), { stroke: color, width });
  return wire + circle(x, y, width * 1.05, { fill: color });
}
