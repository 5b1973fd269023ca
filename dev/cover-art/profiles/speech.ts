// Draws two overlapping speech bubbles, each with its own sound waves.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { circle, path, round } from '../shapes';
import { clippedBy, type Sheet } from '../sheet';

export const speech: Composition = {
  draw: drawSpeech,
  footing: 'floats',
  camera: { around: [760, 380], zoom: [1, 1.15] },
};

function drawSpeech(sheet: Sheet): string {
  const { random, colors } = sheet;
  const big = random.between(300, 335);
  const x = random.between(540, 640);
  const y = random.between(345, 375);
  const small = big * random.between(0.7, 0.82);
  const answerX = x + big + small * random.between(0.3, 0.55);
  const answerY = y + random.between(70, 120);

  const question = bubble(x, y, big, 1);
  const answer = bubble(answerX, answerY, small, -1);
  const first = shaded(sheet, (paint) => path(question, paint), colors.form, { towards: 60, depth: 0.7 });
  const second = shaded(sheet, (paint) => path(answer, paint), colors.accent, { towards: 110, depth: 0.6 });
  const asked = voice(sheet, [x - big, y + big], big, colors.shadow);
  const answered = voice(sheet, [answerX + small, answerY + small], small, colors.paper);
  const shared = clippedBy(
    sheet,
    path(question, { fill: '#000' }),
    path(answer, { fill: colors.ink, opacity: 0.85 }),
  );
  return (
    first +
    clippedBy(sheet, path(question, { fill: '#000' }), asked) +
    second +
    clippedBy(sheet, path(answer, { fill: '#000' }), answered) +
    shared
  );
}

/** A disc squared off at the corner where it is spoken: 1 at the lower left, -1 at the lower right. */
function bubble(x: number, y: number, r: number, side: 1 | -1): string {
  const sweep = side === 1 ? 1 : 0;
  const corner = `${round(x - side * r)} ${round(y + r)}`;
  return `M${round(x - side * r)} ${round(y)}A${round(r)} ${round(r)} 0 1 ${sweep} ${round(x)} ${round(y + r)}L${corner}z`;
}

function voice(sheet: Sheet, [x, y]: readonly [number, number], r: number, stroke: string): string {
  const waves = sheet.random.whole(3, 5);
  return Array.from({ length: waves }, (_, index) => {
    const share = 0.6 + (index / waves) * 1.5;
    return circle(x, y, r * share, { stroke, width: r * 0.07 * (1 - index / (waves + 3)), opacity: 0.85 });
  }).join('');
}
