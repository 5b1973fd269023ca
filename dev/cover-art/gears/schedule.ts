// Draws bars of different lengths on a grid of days, one of them on the line of today.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { circle, line, rect } from '../shapes';
import type { Sheet } from '../sheet';

export const schedule: Composition = {
  draw: drawSchedule,
  footing: 'floats',
  directed: true,
  camera: { around: [860, 360], zoom: [1, 1.25], turn: [-14, -5] },
};

function drawSchedule(sheet: Sheet): string {
  const { random, colors } = sheet;
  const pitch = random.between(86, 100);
  const day = random.between(104, 124);
  const rows = 7;
  const top = random.between(20, 60);
  const today = Math.round(random.between(780, 960) / day) * day;
  const chosen = random.whole(2, 4);

  const columns = Array.from({ length: 26 }, (_, index) =>
    line([(index - 5) * day, -400], [(index - 5) * day, 1400], {
      stroke: colors.quiet,
      width: 4,
      opacity: 0.9,
    }),
  );
  const discX = today + random.between(-60, 120);
  const discY = top + chosen * pitch + 40;
  const discRadius = random.between(250, 310);
  const disc = shaded(sheet, (paint) => circle(discX, discY, discRadius, paint), colors.form, {
    towards: 100,
    depth: 0.75,
  });
  const bars = Array.from({ length: rows }, (_, row) => {
    const lit = row === chosen;
    const start = lit ? today - random.whole(3, 5) * day : (random.whole(1, 4) + row * 0.8) * day;
    const length = lit ? today - start : random.whole(2, 5) * day;
    const y = top + row * pitch;
    const height = pitch * (lit ? 0.66 : 0.5);
    const fill = lit ? colors.accent : row % 3 === 1 ? colors.line : colors.shadow;
    const early = rect(
      start - day * random.whole(3, 6),
      y,
      day * 1.6,
      pitch * 0.5,
      { fill: colors.form, opacity: 0.7 },
      pitch * 0.25,
    );
    return (
      (row % 2 ? early : '') +
      rect(start, y - (height - pitch * 0.5) / 2, length, height, { fill }, height / 2)
    );
  });
  const now = line([today, -400], [today, 1400], { stroke: colors.accent, width: 9 });
  const bead =
    circle(today, discY - pitch * 0.2, 34, { fill: colors.accent }) +
    circle(today, discY - pitch * 0.2, 13, { fill: colors.paper });
  return columns.join('') + disc + bars.join('') + now + bead;
}
