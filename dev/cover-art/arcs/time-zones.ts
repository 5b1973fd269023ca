// Draws vertical strips of sky, each with the sun a little higher.
import type { Composition } from '../composition';
import { shadowOver } from '../grain';
import { mixColors } from '../mix-colors';
import { arc } from '../outlines';
import { circle, path, rect } from '../shapes';
import { clippedBy, linearFill, type Sheet, STAGE } from '../sheet';

export const timeZones: Composition = {
  draw: drawTimeZones,
  footing: 'floats',
};

function drawTimeZones(sheet: Sheet): string {
  const { random, colors } = sheet;
  const zones = random.whole(7, 9);
  const edge = STAGE.width / zones;
  const middle = random.between(760, 900);
  const radius = random.between(300, 360);
  const step = random.between(30, 54);
  const sunFill = random.chance(0.6) ? colors.accent : colors.form;
  const night = sheet.ground === 'paper' ? colors.shadow : mixColors(colors.groundEnd, colors.ink, 0.4);
  const day = sheet.ground === 'night' ? mixColors(colors.groundEnd, colors.form, 0.75) : colors.ground;

  const strips = Array.from({ length: zones }, (_, zone) => {
    const share = zone / (zones - 1);
    const top = mixColors(night, day, share ** 1.3);
    const fill = linearFill(sheet, 90, [
      { at: 0, color: top },
      { at: 0.9, color: mixColors(top, night, 0.75) },
    ]);
    const x = zone * edge;
    const height = 430 - (zone - zones / 2) * step;
    const strip = rect(x, 0, edge + 1, STAGE.height, { fill });
    const sun = circle(middle, height, radius, { fill: sunFill });
    return clippedBy(sheet, rect(x, 0, edge + 0.5, STAGE.height, { fill: '#000' }), strip + sun);
  });
  const dusk = shadowOver(sheet, (paint) => rect(0, 0, STAGE.width, STAGE.height, paint), {
    towards: 90,
    depth: 0.75,
    from: 0.4,
  });
  const color = sunFill === colors.accent ? colors.paper : colors.accent;
  const hops = Array.from({ length: zones - 2 }, (_, zone) => {
    const x = (zone + 1.5) * edge;
    const y = 650 - zone * step * 0.4;
    return (
      path(arc(x, y, edge / 2, Math.PI, Math.PI * 2), { stroke: color, width: 8 }) +
      circle(x + edge / 2, y, 11, { fill: color })
    );
  });
  return strips.join('') + dusk + hops.join('');
}
