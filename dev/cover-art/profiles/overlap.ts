// Draws two large discs that overlap.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { arc } from '../outlines';
import { circle, path } from '../shapes';
import { clippedBy, type Sheet } from '../sheet';

export const overlap: Composition = {
  draw: drawOverlap,
  footing: 'floats',
  camera: { around: [760, 380], zoom: [1, 1.3], turn: [-24, 24] },
};

function drawOverlap(sheet: Sheet): string {
  const { random, colors } = sheet;
  const guest = { x: random.between(590, 680), y: random.between(360, 420), r: random.between(300, 340) };
  const host = { r: guest.r * random.between(0.66, 0.84) };
  const hostX = guest.x + guest.r + host.r * random.between(0.3, 0.55);
  const hostY = guest.y + random.between(-70, 90);

  const left = shaded(sheet, (paint) => circle(guest.x, guest.y, guest.r, paint), colors.form, {
    towards: 150,
    depth: 0.7,
  });
  const right = shaded(sheet, (paint) => circle(hostX, hostY, host.r, paint), colors.shadow, {
    towards: 40,
    depth: 0.7,
  });
  const lens = clippedBy(
    sheet,
    circle(guest.x, guest.y, guest.r, { fill: '#000' }),
    shaded(sheet, (paint) => circle(hostX, hostY, host.r, paint), colors.accent, {
      towards: 90,
      depth: 0.4,
    }),
  );
  const count = random.whole(4, 6);
  const echoes = Array.from({ length: count }, (_, index) => {
    const share = (index + 1) / (count + 1);
    return circle(guest.x, guest.y, guest.r * share, { stroke: colors.mark, width: 6, opacity: 0.75 });
  });
  const reach = Array.from({ length: count - 1 }, (_, index) => {
    const share = (index + 1) / count;
    return circle(hostX, hostY, host.r * share, { stroke: colors.form, width: 6, opacity: 0.85 });
  });
  const outside = clippedBy(sheet, circle(hostX, hostY, host.r, { fill: '#000' }), reach.join(''));
  const quiet = [60, 130].map((away) =>
    path(arc(guest.x, guest.y, guest.r + away, Math.PI * 1.12, Math.PI * 1.85), {
      stroke: colors.quiet,
      width: 6,
    }),
  );
  const pupils =
    circle(guest.x, guest.y, 30, { fill: colors.mark }) + circle(hostX, hostY, 24, { fill: colors.form });
  return quiet.join('') + left + echoes.join('') + right + outside + lens + pupils;
}
