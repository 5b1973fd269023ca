// Draws a horn and widening bands of sound.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { arc, band, polar } from '../outlines';
import { circle, path, polygon } from '../shapes';
import type { Sheet } from '../sheet';

export const broadcast: Composition = {
  draw: drawBroadcast,
  footing: 'floats',
  camera: { around: [600, 450], zoom: [1, 1.2], turn: [-8, 8] },
};

function drawBroadcast(sheet: Sheet): string {
  const { random, colors } = sheet;
  const x = random.between(250, 330);
  const y = random.between(500, 560);
  const aim = random.between(-0.26, -0.14);
  const open = random.between(0.4, 0.5);
  const bands = random.whole(6, 8);
  const chosen = random.whole(1, 3);
  const growth = random.between(1.16, 1.24);
  const horn = random.between(330, 380);

  let inner = horn + 46;
  let thick = random.between(46, 58);
  const drawn: string[] = [];
  for (let index = 0; index < bands && inner < 1500; index += 1) {
    const spread = open * (0.95 + index * 0.05);
    const d = band(x, y, inner, inner + thick, aim - spread, aim + spread);
    if (index === chosen) drawn.push(path(d, { fill: colors.accent }));
    else if (index % 2 === 0) {
      drawn.push(
        shaded(sheet, (paint) => path(d, paint), colors.form, { towards: 95, depth: 0.75, from: 0.3 }),
      );
    } else drawn.push(path(d, { fill: colors.shadow, opacity: 0.9 }));
    inner += thick * random.between(1.35, 1.6);
    thick *= growth;
  }
  const bell = [
    polar(x, y, 70, aim - Math.PI / 2),
    polar(x, y, horn, aim - open * 0.92),
    polar(x, y, horn, aim + open * 0.92),
    polar(x, y, 70, aim + Math.PI / 2),
  ];
  const hornFill = sheet.ground === 'night' ? colors.form : colors.shadow;
  const body = shaded(sheet, (paint) => polygon(bell, paint), hornFill, {
    towards: 100,
    depth: 0.75,
    from: 0.1,
  });
  const lip = path(arc(x, y, horn + 10, aim - open, aim + open), {
    stroke: colors.line,
    width: 14,
    cap: 'round',
  });
  const mouth = shaded(sheet, (paint) => circle(x, y, 118, paint), hornFill, { towards: 120, depth: 0.8 });
  const voice = circle(x, y, 56, { fill: colors.accent });
  return drawn.join('') + body + lip + mouth + voice;
}
