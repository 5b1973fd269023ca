// Draws a map of dots with arcs from one office to the others.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { circle, dots, type Point, path, round } from '../shapes';
import type { Sheet } from '../sheet';

export const dotMap: Composition = {
  draw: drawDotMap,
  footing: 'floats',
  camera: { around: [800, 400], zoom: [1, 1.15] },
};

function drawDotMap(sheet: Sheet): string {
  const { random, colors } = sheet;
  const pitch = random.between(34, 42);
  const isLand = invent(sheet);
  const land: Point[] = [];
  const far: Point[] = [];
  for (let row = 1; row * pitch < 1000; row += 1) {
    for (let column = 0; column * pitch < 1640; column += 1) {
      const spot: Point = [column * pitch + (row % 2) * pitch * 0.5 - 10, row * pitch];
      if (isLand(spot)) (spot[1] < 650 ? land : far).push(spot);
    }
  }
  const seaDot = sheet.ground === 'paper' ? colors.form : colors.quiet;
  const hub = nearest(land, [random.between(380, 520), random.between(430, 520)]);
  const sunRadius = random.between(230, 280);
  const sun = shaded(sheet, (paint) => circle(hub[0], hub[1] - 60, sunRadius, paint), colors.accent, {
    towards: 90,
    depth: 0.7,
    from: 0.35,
  });
  const landColor = sheet.ground === 'paper' ? colors.shadow : colors.form;
  const map = dots(land, pitch * 0.31, landColor) + dots(far, pitch * 0.31, seaDot, 0.5);
  const goals: Point[] = [
    [760, 300],
    [980, 480],
    [1180, 260],
    [1380, 430],
  ].map(([x = 0, y = 0]) => nearest(land, [x + random.between(-70, 70), y + random.between(-60, 60)]));
  const flights = goals.map((goal, index) => flight(hub, goal, colors.line, index === 3 ? 10 : 6));
  const ends = goals.map(([x, y], index) => {
    const big = index === 3;
    const ring = circle(x, y, big ? 46 : 27, { fill: big ? colors.accent : colors.line });
    return ring + circle(x, y, big ? 17 : 10, { fill: big ? colors.mark : colors.accent });
  });
  const home =
    circle(hub[0], hub[1], 40, { fill: colors.ink }) + circle(hub[0], hub[1], 16, { fill: colors.paper });
  return sun + map + flights.join('') + ends.join('') + home;
}

/** Land wherever a few random hills add up, which resembles a map but no real country. */
function invent(sheet: Sheet): (spot: Point) => boolean {
  const { random } = sheet;
  const hills = Array.from({ length: 9 }, (_, index) => ({
    x: 120 + (index % 5) * 330 + random.between(-110, 110),
    y: (index < 5 ? 280 : 560) + random.between(-120, 120),
    wide: random.between(110, 210),
    high: random.between(80, 150),
  }));
  const ripple = random.between(60, 90);
  return ([x, y]) => {
    const height = hills.reduce((sum, hill) => {
      const distance = ((x - hill.x) / hill.wide) ** 2 + ((y - hill.y) / hill.high) ** 2;
      return sum + Math.exp(-distance);
    }, 0);
    return height + 0.12 * Math.sin(x / ripple) * Math.cos(y / (ripple * 0.7)) > 0.42;
  };
}

function nearest(spots: readonly Point[], [x, y]: Point): Point {
  const distance = (spot: Point) => (spot[0] - x) ** 2 + (spot[1] - y) ** 2;
  return spots.reduce(
    (best: Point, spot) => (distance(spot) < distance(best) ? spot : best),
    spots[0] ?? [x, y],
  );
}

function flight(from: Point, to: Point, color: string, width: number): string {
  const lift = 120 + Math.abs(to[0] - from[0]) * 0.42;
  const top = Math.max(20, Math.min(from[1], to[1]) - lift);
  const d = `M${round(from[0])} ${round(from[1])}Q${round((from[0] + to[0]) / 2)} ${round(top)} ${round(to[0])} ${round(to[1])}`;
  return path(d, { stroke: color, width, cap: 'round' });
}
