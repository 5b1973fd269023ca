// One sun seen from several time zones: each strip of the sky shows it a little higher.
import type { Composition } from '../composition';
import { shadowOver } from '../grain';
import { mixColours } from '../mix-colours';
import { arc } from '../outlines';
import { circle, path, rect } from '../shapes';
import { clippedBy, linearFill, type Sheet, STAGE } from '../sheet';

export const timeZones: Composition = {
  draw: drawTimeZones,
  footing: 'floats',
};

function drawTimeZones(sheet: Sheet): string {
  const { random, colours } = sheet;
  const zones = random.whole(7, 9);
  const edge = STAGE.width / zones;
  const middle = random.between(760, 900);
  const radius = random.between(300, 360);
  const step = random.between(30, 54);
  const sunFill = random.chance(0.6) ? colours.accent : colours.form;
  const night = sheet.ground === 'paper' ? colours.shadow : mixColours(colours.groundEnd, colours.ink, 0.4);
  const day = sheet.ground === 'night' ? mixColours(colours.groundEnd, colours.form, 0.75) : colours.ground;

  const strips = Array.from({ length: zones }, (_, zone) => {
    const share = zone / (zones - 1);
    const top = mixColours(night, day, share ** 1.3);
    const fill = linearFill(sheet, 90, [
      { at: 0, colour: top },
      { at: 0.9, colour: mixColours(top, night, 0.75) },
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
  const colour = sunFill === colours.accent ? colours.paper : colours.accent;
  const hops = Array.from({ length: zones - 2 }, (_, zone) => {
    const x = (zone + 1.5) * edge;
    const y = 650 - zone * step * 0.4;
    return (
      path(arc(x, y, edge / 2, Math.PI, Math.PI * 2), { stroke: colour, width: 8 }) +
      circle(x + edge / 2, y, 11, { fill: colour })
    );
  });
  return strips.join('') + dusk + hops.join('');
}
