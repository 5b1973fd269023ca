// Draws two heads in profile that face each other, with lines between them.
import type { Composition } from '../composition';
import { shaded } from '../grain';
import { circle, group, path, round } from '../shapes';
import type { Sheet } from '../sheet';

export const silhouettes: Composition = {
  draw: drawSilhouettes,
  footing: 'floats',
  camera: { around: [820, 330], zoom: [1, 1.2] },
};

function drawSilhouettes(sheet: Sheet): string {
  const { random, colors } = sheet;
  const gap = random.between(120, 190);
  const meet = random.between(780, 880);
  const left = { scale: random.between(1, 1.12), lift: random.between(-20, 20) };
  const right = { scale: left.scale * random.between(0.86, 0.98), lift: random.between(10, 70) };

  const place = (x: number, scale: number, lift: number, facing: 1 | -1) =>
    `transform="translate(${round(x)} ${round(90 + lift)}) scale(${round(facing * scale * 100) / 100} ${round(scale * 100) / 100})"`;
  const firstFace = profile(sheet);
  const secondFace = profile(sheet);
  const sunRadius = random.between(210, 260);
  const first = shaded(sheet, (paint) => path(firstFace, paint), colors.form, {
    towards: 110,
    depth: 0.85,
    from: 0.3,
  });
  const secondFill = colors.shadow;
  const second = shaded(sheet, (paint) => path(secondFace, paint), secondFill, { towards: 100, depth: 0.7 });
  const sun = shaded(sheet, (paint) => circle(meet, 360, sunRadius, paint), colors.accent, {
    towards: 90,
    depth: 0.5,
  });
  const ears = [left, right].map(({ scale, lift }, index) => {
    const facing = index === 0 ? -1 : 1;
    const x = meet + facing * (gap / 2 + 235 * scale);
    const ring = index === 0 ? colors.mark : colors.form;
    return circle(x, 90 + lift + 270 * scale, 40 * scale, { stroke: ring, width: 9 });
  });
  return (
    sun +
    group(first, place(meet - gap / 2, left.scale, left.lift, -1)) +
    group(second, place(meet + gap / 2, right.scale, right.lift, 1)) +
    ears.join('')
  );
}

/** A head that faces left with its nose near x = 0; y from 0 at the crown. Features differ a little each time. */
function profile(sheet: Sheet): string {
  const { random } = sheet;
  const nose = random.between(-14, 22);
  const chin = random.between(-10, 18);
  const brow = random.between(-8, 12);
  const back = random.between(430, 480);
  return [
    'M296 -10',
    `C168 -10 82 44 ${round(62 - brow)} 150`,
    `C${round(58 - brow)} 186 ${round(60 - brow)} 204 58 220`,
    `C54 246 ${round(26 - nose)} 282 ${round(8 - nose)} 314`,
    `C${round(0 - nose)} 330 ${round(14 - nose)} 342 44 344`,
    'C50 350 50 360 46 368',
    'C30 376 24 388 38 398',
    'C44 402 44 406 38 410',
    'C28 420 34 432 46 438',
    `C52 452 ${round(40 - chin)} 470 ${round(44 - chin)} 492`,
    `C${round(50 - chin)} 526 92 534 140 526`,
    'C176 520 196 528 200 560',
    'C206 620 190 668 130 720',
    'C60 760 0 800 -20 1000',
    'H900V1000',
    `C860 800 720 740 ${round(back - 40)} 690`,
    `C${round(back - 66)} 640 ${round(back - 50)} 560 ${round(back - 10)} 480`,
    `C${round(back + 40)} 400 ${round(back + 70)} 300 ${round(back + 40)} 190`,
    `C${round(back + 2)} 50 ${round(back - 40)} -10 296 -10z`,
  ].join('');
}
