// Draws a grid of quarters, halves, rings and wheels beside an empty area.
import type { Composition } from '../composition';
import { shadowOver } from '../grain';
import { gearOutline, sector } from '../outlines';
import { circle, path, polygon, rect } from '../shapes';
import { clippedBy, type Sheet } from '../sheet';

export const modules: Composition = {
  draw: drawModules,
  footing: 'floats',
};

function drawModules(sheet: Sheet): string {
  const { random, colors } = sheet;
  const size = random.pick([170, 190, 210]);
  const columns = size > 200 ? 4 : 5;
  const rows = size > 180 ? 4 : 5;
  const left = 1600 - columns * size;
  const accentTile = random.whole(1, columns - 2) + columns;
  const drawn: string[] = [];
  const boxes: string[] = [];
  for (let tile = 0; tile < columns * rows; tile += 1) {
    const column = tile % columns;
    const row = Math.floor(tile / columns);
    // The block's inner edge is ragged, so that it dissolves into the free side.
    if (column === 0 && random.chance(0.6)) continue;
    if (column === 1 && random.chance(0.2)) continue;
    const x = left + column * size;
    const y = row * size - 20;
    const box = rect(x, y, size, size, { fill: '#000' });
    boxes.push(box);
    drawn.push(clippedBy(sheet, box, drawTile(sheet, x, y, size, tile === accentTile)));
  }
  const wash = shadowOver(sheet, (paint) => rect(left, -20, columns * size, rows * size, paint), {
    towards: 90,
    depth: 0.6,
    from: 0.4,
  });
  const stray = rect(left - size * 1.5, size * 2 - 20, size / 2, size / 2, { fill: colors.accent });
  return drawn.join('') + clippedBy(sheet, boxes.join(''), wash) + stray;
}

function drawTile(sheet: Sheet, x: number, y: number, size: number, accented: boolean): string {
  const { random, colors } = sheet;
  const pairs = [
    [colors.form, colors.shadow],
    [colors.shadow, colors.form],
    [colors.quiet, colors.form],
    [colors.form, colors.ink],
  ] as const;
  const [back, front] = accented ? ([colors.accent, colors.form] as const) : random.pick(pairs);
  const middle = [x + size / 2, y + size / 2] as const;
  const quarter = random.whole(0, 3);
  const cornerX = x + (quarter === 1 || quarter === 2 ? size : 0);
  const cornerY = y + (quarter > 1 ? size : 0);
  const kind = accented
    ? 'wheel'
    : random.pick(['quarter', 'quarter', 'half', 'wheel', 'ring', 'diagonal', 'plain', 'steps']);
  const base = rect(x, y, size + 1, size + 1, { fill: back });
  switch (kind) {
    case 'quarter':
      return (
        base +
        circle(cornerX, cornerY, size, { fill: front }) +
        circle(cornerX, cornerY, size * 0.45, { fill: back })
      );
    case 'half': {
      const from = (quarter * Math.PI) / 2;
      return base + path(sector(middle[0], middle[1], size / 2, from, from + Math.PI), { fill: front });
    }
    case 'wheel': {
      const gear = {
        cx: middle[0],
        cy: middle[1],
        radius: size * 0.37,
        teeth: random.whole(10, 14),
        phase: 0.1,
      };
      return (
        base +
        path(gearOutline(gear), { fill: front }) +
        circle(middle[0], middle[1], size * 0.15, { fill: back })
      );
    }
    case 'ring':
      return base + circle(middle[0], middle[1], size * 0.31, { stroke: front, width: size * 0.16 });
    case 'diagonal':
      return (
        base +
        polygon([[x, y], [x + size, y], quarter % 2 ? [x, y + size] : [x + size, y + size]], { fill: front })
      );
    case 'steps':
      return (
        base +
        [0, 1, 2]
          .map((step) => rect(x, y + (step * 2 + 1) * (size / 6), size, size / 6, { fill: front }))
          .join('')
      );
    default:
      return base;
  }
}
