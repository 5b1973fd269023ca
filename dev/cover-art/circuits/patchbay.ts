// Draws a switchboard: rows of jacks connected by hanging cables.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { circle, type Point, path, rect, round } from '../shapes';
import type { Sheet } from '../sheet';

export const patchbay: Composition = {
  draw: drawPatchbay,
  footing: 'floats',
  camera: { around: [900, 320], zoom: [1, 1.25], turn: [-5, 5] },
};

function drawPatchbay(sheet: Sheet): string {
  const { random, colors } = sheet;
  const pitch = random.between(124, 146);
  const columns = 9;
  const rows = 3;
  const left = random.between(300, 420);
  const top = random.between(120, 160);
  const jack = (column: number, row: number): Point => [
    left + (column + 0.5) * pitch,
    top + (row + 0.5) * pitch,
  ];
  const width = 1500;
  const board = shaded(
    sheet,
    (paint) => rect(left, top - 30, width, rows * pitch + 60, paint, 26),
    colors.form,
    {
      towards: 90,
      depth: 0.5,
      from: 0.3,
    },
  );
  const jacks: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = jack(column, row);
      jacks.push(
        circle(x, y, pitch * 0.23, { fill: colors.shadow }),
        circle(x, y, pitch * 0.1, { fill: colors.ink }),
      );
    }
  }
  const plans = [
    {
      from: random.whole(0, 1),
      to: random.whole(5, 6),
      row: 2,
      color: colors.line,
      sag: random.between(170, 210),
    },
    {
      from: random.whole(2, 3),
      to: random.whole(7, 8),
      row: 1,
      color: colors.shadow,
      sag: random.between(240, 290),
    },
    {
      from: random.whole(0, 1),
      to: random.whole(3, 4),
      row: 0,
      color: colors.accent,
      sag: random.between(330, 400),
    },
  ];
  const cables = plans.map(({ from, to, row, color, sag }) => {
    const start = jack(from, row);
    const end = jack(to, row === 1 ? 0 : row);
    const third = (end[0] - start[0]) * 0.22;
    const d =
      `M${round(start[0])} ${round(start[1])}C${round(start[0] + third)} ${round(start[1] + sag)} ` +
      `${round(end[0] - third)} ${round(end[1] + sag)} ${round(end[0])} ${round(end[1])}`;
    const edge = path(d, { stroke: colors.ink, width: 38, cap: 'round', opacity: 0.3 });
    const plugs = [start, end].map(
      ([x, y]) =>
        circle(x, y, pitch * 0.27, { fill: color }) + circle(x, y, pitch * 0.1, { fill: colors.form }),
    );
    return edge + path(d, { stroke: color, width: 26, cap: 'round' }) + plugs.join('');
  });
  return board + jacks.join('') + cables.join('');
}
