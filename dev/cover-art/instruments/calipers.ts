// A vernier caliper closes on a ball.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { circle, group, line, path, rect, round } from '../shapes';
import type { Sheet } from '../sheet';

export const calipers: Composition = {
  draw: drawCalipers,
  footing: 'floats',
  camera: { around: [680, 350], zoom: [1, 1.25] },
};

function drawCalipers(sheet: Sheet): string {
  const { random, colors } = sheet;
  const lean = random.between(-16, -8);
  const ball = random.between(150, 190);
  const jawX = random.between(420, 500);
  const beamY = random.between(150, 190);
  const beam = random.between(104, 124);
  const reach = ball * 1.55;
  const slideX = jawX + ball * 2;
  const ballY = beamY + beam + ball * 0.98;

  const bar = shaded(sheet, (paint) => rect(jawX - 110, beamY, 1500, beam, paint), colors.form, {
    towards: 90,
    depth: 0.4,
  });
  const fixed = shaded(sheet, (paint) => path(jaw(jawX, beamY, beam + reach, -1), paint), colors.form, {
    towards: 120,
    depth: 0.6,
  });
  const sliderFill = colors.shadow;
  const sliding = shaded(sheet, (paint) => path(jaw(slideX, beamY, beam + reach, 1), paint), sliderFill, {
    towards: 100,
  });
  const carriage = rect(slideX - 4, beamY - 26, ball * 2.1, beam + 52, { fill: sliderFill }, 8);
  const windowBox = rect(slideX + 46, beamY + beam * 0.42, ball * 1.6, beam * 0.58 + 2, {
    fill: colors.form,
  });
  const ticks = Array.from({ length: 70 }, (_, index) => {
    const x = jawX + 40 + index * 20;
    const long = index % 5 === 0;
    return line([x, beamY + beam], [x, beamY + beam * (long ? 0.5 : 0.7)], {
      stroke: colors.ink,
      width: long ? 6 : 4,
    });
  });
  const vernier = Array.from({ length: 11 }, (_, index) =>
    line([slideX + 60 + index * 22, beamY + beam + 4], [slideX + 60 + index * 22, beamY + beam + 24], {
      stroke: colors.paper,
      width: 4,
    }),
  );
  const screw = circle(slideX + ball * 1.2, beamY - 44, 32, { fill: colors.accent });
  const held = shaded(sheet, (paint) => circle(jawX + ball, ballY + 40, ball - 3, paint), colors.accent, {
    towards: 60,
    depth: 0.75,
  });
  const axis = line([jawX + ball, ballY - ball], [jawX + ball, 1100], {
    stroke: colors.line,
    width: 4,
    dash: '18 14',
    opacity: 0.6,
  });
  const tool =
    axis + bar + ticks.join('') + screw + fixed + sliding + carriage + windowBox + vernier.join('') + held;
  const scaleTicks = clippedTicks(slideX, beamY, beam, ball, colors.ink);
  return group(
    tool + scaleTicks,
    `transform="rotate(${round(lean)} 800 430) translate(-30 -10) scale(1.08)"`,
  );
}

/** A jaw tapers to a tip, with its measuring edge upright at x; `side` is the side of its back. */
function jaw(x: number, y: number, length: number, side: 1 | -1): string {
  const back = round(x + side * 110);
  const tip = round(x + side * 22);
  return `M${round(x)} ${round(y - 30)}V${round(y + length)}H${tip}L${back} ${round(y + length * 0.42)}V${round(y - 30)}z`;
}

function clippedTicks(slideX: number, beamY: number, beam: number, ball: number, color: string): string {
  const count = Math.floor((ball * 1.6 - 20) / 20);
  return Array.from({ length: count }, (_, index) => {
    const x = slideX + 62 + index * 20;
    const long = index % 5 === 0;
    return line([x, beamY + beam], [x, beamY + beam * (long ? 0.56 : 0.74)], {
      stroke: color,
      width: long ? 6 : 4,
    });
  }).join('');
}
