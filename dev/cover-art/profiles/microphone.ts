// Draws a microphone with sound waves from both sides.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { arc } from '../outlines';
import { circle, line, path, rect } from '../shapes';
import { clippedBy, type Sheet } from '../sheet';

export const microphone: Composition = {
  draw: drawMicrophone,
  footing: 'floats',
  camera: { around: [860, 340], zoom: [0.95, 1.25], turn: [-9, 9] },
};

function drawMicrophone(sheet: Sheet): string {
  const { random, colors } = sheet;
  const x = random.between(800, 940);
  const half = random.between(125, 150);
  const top = random.between(60, 100);
  const height = half * random.between(3, 3.3);
  const middle = top + height * 0.42;
  const capsule = (paint: object) => rect(x - half, top, half * 2, height, paint, half);

  const voice = (side: 1 | -1, count: number, color: string) =>
    Array.from({ length: count }, (_, index) => {
      const radius = half + 80 + index * 74;
      const open = 0.5 + index * 0.035;
      const facing = side === 1 ? 0 : Math.PI;
      return path(arc(x, middle, radius, facing - open, facing + open), {
        stroke: index === 1 && side === 1 ? colors.accent : color,
        width: 30 - index * 3,
        cap: 'round',
      });
    }).join('');
  const body = shaded(sheet, capsule, colors.form, { towards: 25, depth: 0.7 });
  const slots = Array.from({ length: 8 }, (_, index) =>
    line([x - half, top + 74 + index * 31], [x + half, top + 74 + index * 31], {
      stroke: colors.shadow,
      width: 11,
    }),
  );
  const grille = clippedBy(sheet, capsule({ fill: '#000' }), slots.join(''));
  const collar = rect(x - half - 12, top + height * 0.72, half * 2 + 24, 40, { fill: colors.accent });
  const yoke = path(arc(x, top + height * 0.58, half * 1.5, 0.12, Math.PI - 0.12), {
    stroke: colors.line,
    width: 22,
    cap: 'round',
  });
  const stand = line([x, top + height * 0.58 + half * 1.5], [x, 1500], { stroke: colors.line, width: 26 });
  const badge = circle(x, top + height * 0.87, 17, { fill: colors.shadow });
  const right = voice(1, random.whole(3, 5), colors.form);
  const left = voice(-1, random.whole(2, 4), sheet.ground === 'paper' ? colors.shadow : colors.line);
  return left + right + stand + yoke + body + grille + collar + badge;
}
