// Draws a tree of branches with one path in the accent color.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { sector } from '../outlines';
import { circle, path, rect, round } from '../shapes';
import { linearFill, type Sheet, STAGE } from '../sheet';

export const decisionTree: Composition = {
  draw: drawDecisionTree,
  footing: 'floats',
  camera: { around: [900, 400], zoom: [1, 1.1] },
};

interface Node {
  x: number;
  y: number;
  lit: boolean;
}

function drawDecisionTree(sheet: Sheet): string {
  const { random, colors } = sheet;
  const columns = [random.between(300, 350), 0, 0, random.between(1220, 1330)];
  const reach = (columns[3] ?? 0) - (columns[0] ?? 0);
  columns[1] = (columns[0] ?? 0) + reach * random.between(0.46, 0.52);
  columns[2] = (columns[0] ?? 0) + reach * random.between(0.72, 0.78);
  const middle = random.between(370, 410);
  const spread = random.between(540, 580);
  const litLeaf = random.whole(0, 7);

  const levels = columns.map((x, depth): Node[] => {
    const count = 2 ** depth;
    return Array.from({ length: count }, (_, index) => ({
      x,
      y: middle + spread * ((index + 0.5) / count - 0.5) * 1.08,
      lit: litLeaf >> (3 - depth) === index,
    }));
  });
  const branches = levels.slice(1).flatMap((level, depth) =>
    level.map((node, index) => {
      const parent = levels[depth]?.[index >> 1];
      return parent ? { d: elbow(parent, node), lit: node.lit } : { d: '', lit: false };
    }),
  );
  const plain = branches.filter((branch) => !branch.lit);
  const lit = branches.filter((branch) => branch.lit);
  const wires =
    path(plain.map(({ d }) => d).join(''), { stroke: colors.line, width: 11, opacity: 0.9 }) +
    path(lit.map(({ d }) => d).join(''), { stroke: colors.accent, width: 20, cap: 'round' });

  const leaves = (levels[3] ?? []).map((leaf) => drawLeaf(sheet, leaf));
  const knots = [...(levels[1] ?? []), ...(levels[2] ?? [])].map(({ x, y, lit: on }) =>
    circle(x, y, on ? 20 : 13, { fill: on ? colors.accent : colors.line }),
  );
  const rootRadius = random.between(250, 290);
  const root = levels[0]?.[0] ?? { x: 0, y: 0, lit: true };
  const disc = shaded(sheet, (paint) => circle(root.x, root.y, rootRadius, paint), colors.form, {
    towards: 120,
  });
  const pupil =
    circle(root.x, root.y, rootRadius * 0.55, { stroke: colors.shadow, width: 10 }) +
    circle(root.x, root.y, rootRadius * 0.26, { fill: colors.accent });
  return panels(sheet, columns) + wires + knots.join('') + leaves.join('') + disc + pupil;
}

function panels(sheet: Sheet, columns: readonly number[]): string {
  const fill = linearFill(sheet, 90, [
    { at: 0, color: sheet.colors.quiet, opacity: 0.75 },
    { at: 0.8, color: sheet.colors.quiet, opacity: 0 },
  ]);
  return columns
    .slice(1)
    .map((x) => rect(x, 0, STAGE.width - x, STAGE.height, { fill }))
    .join('');
}

function elbow(from: Node, to: Node): string {
  const turn = from.x + (to.x - from.x) * 0.55;
  const corner = Math.min(34, Math.abs(to.y - from.y) / 2);
  const way = Math.sign(to.y - from.y);
  const start = `M${round(from.x)} ${round(from.y)}H${round(turn - corner)}`;
  const down = `Q${round(turn)} ${round(from.y)} ${round(turn)} ${round(from.y + way * corner)}`;
  const rest = `V${round(to.y - way * corner)}Q${round(turn)} ${round(to.y)} ${round(turn + corner)} ${round(to.y)}`;
  return `${start}${down}${rest}H${round(to.x)}`;
}

function drawLeaf(sheet: Sheet, { x, y, lit }: Node): string {
  const { random, colors } = sheet;
  if (lit) return circle(x, y, 66, { fill: colors.accent }) + circle(x, y, 24, { fill: colors.paper });
  const size = random.between(18, 34);
  const from = random.pick([0, 0.5, 1, 1.5]) * Math.PI;
  const face = random.chance(0.7)
    ? path(sector(x, y, size, from, from + Math.PI), { fill: colors.shadow })
    : '';
  return circle(x, y, size, { fill: colors.form }) + face;
}
