// Portraits of the demo's authors: a head and shoulders from the covers' shapes, colors and grain.
import { shaded, sheetGrain } from './grain';
import { mixColors } from './mix-colors';
import { arc } from './outlines';
import { type Ground, paletteFor } from './palettes';
import { hashSeed, seededRandom } from './seeded-random';
import { circle, ellipse, group, line, path, rect } from './shapes';
import { clippedBy, openSheet, type Sheet, STAGE } from './sheet';

export interface PortraitLook {
  /** The palette, and the shape behind the head. */
  palette: string;
  ground: Ground;
  backdrop: 'disc' | 'arch' | 'rays' | 'half' | 'rings' | 'columns';
  skin: string;
  hair: string;
  hairstyle: 'bob' | 'crop' | 'curls' | 'bun' | 'long' | 'bald' | 'waves';
  clothes: 'blazer' | 'turtleneck' | 'shirt' | 'scarf';
  cloth: string;
  glasses?: boolean;
  beard?: boolean;
  earrings?: boolean;
}

/** The middle square of the stage. */
const LEFT = (STAGE.width - STAGE.height) / 2;
const X = STAGE.width / 2;
/** The head is drawn about this point and then moved down onto its neck. */
const FACE = { y: 430, rx: 158, ry: 202 };
const HEAD = 'transform="translate(0 58)"';

/** A square SVG document without text or scripts. */
export function drawPortrait(name: string, look: PortraitLook): string {
  const random = seededRandom(name);
  const sheet = openSheet(random, paletteFor(look.palette, look.ground), look.ground, `p${hashSeed(name)}`);
  const parts = [
    rect(0, 0, STAGE.width, STAGE.height, { fill: sheet.colors.ground }),
    drawBackdrop(sheet, look.backdrop),
    group(drawBackHair(sheet, look), HEAD),
    drawShoulders(sheet, look),
    group(drawFace(sheet, look) + drawFrontHair(sheet, look) + (look.glasses ? drawGlasses(look) : ''), HEAD),
    sheetGrain(sheet),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000" viewBox="${LEFT} 0 1000 1000">` +
    `<defs>${sheet.definitions()}</defs>${parts.join('')}</svg>`
  );
}

function drawBackdrop(sheet: Sheet, kind: PortraitLook['backdrop']): string {
  const { colors } = sheet;
  const disc = (x: number, y: number, r: number, fill: string) =>
    shaded(sheet, (paint) => circle(x, y, r, paint), fill, { towards: 100, depth: 0.35 });
  switch (kind) {
    case 'disc':
      return disc(X + 90, 400, 360, colors.accent);
    case 'arch':
      return shaded(
        sheet,
        (paint) => path(`M${X - 330} 1000V430A330 330 0 0 1 ${X + 330} 430V1000z`, paint),
        colors.form,
        { towards: 90, depth: 0.45 },
      );
    case 'rays':
      return (
        Array.from({ length: 12 }, (_, index) => {
          const angle = Math.PI + (index / 11) * Math.PI;
          const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
          return line([X + dx * 300, 470 + dy * 300], [X + dx * 760, 470 + dy * 760], {
            stroke: colors.quiet,
            width: 26,
          });
        }).join('') + disc(X, 460, 290, colors.form)
      );
    case 'half':
      return rect(X, 0, 500, 1000, { fill: colors.shadow }) + disc(X, 420, 300, colors.accent);
    case 'rings':
      return [470, 390, 310, 230]
        .map((r) => circle(X - 60, 400, r, { stroke: colors.quiet, width: 22 }))
        .join('');
    case 'columns':
      return [-430, -250, 190, 370]
        .map((x) => rect(X + x, x % 4 === 2 ? 150 : 250, 90, 900, { fill: colors.quiet }))
        .join('');
  }
}

function drawShoulders(sheet: Sheet, { clothes, cloth, skin }: PortraitLook): string {
  const { colors } = sheet;
  const outline = `M${X - 450} 1010C${X - 440} 850 ${X - 270} 800 ${X - 110} 762H${X + 110}C${X + 270} 800 ${X + 440} 850 ${X + 450} 1010z`;
  const neck = shaded(
    sheet,
    (paint) => path(`M${X - 74} 600V770Q${X} 850 ${X + 74} 770V540z`, paint),
    mixColors(skin, '#5a2a22', 0.22),
    { towards: 270, depth: 0.35, grain: false },
  );
  const body = shaded(sheet, (paint) => path(outline, paint), cloth, { towards: 70, depth: 0.55 });
  const dark = mixColors(cloth, colors.ink, 0.35);
  switch (clothes) {
    case 'turtleneck':
      return (
        neck +
        body +
        shaded(
          sheet,
          (paint) =>
            path(`M${X - 92} 700Q${X} 752 ${X + 92} 700L${X + 112} 800Q${X} 860 ${X - 112} 800z`, paint),
          cloth,
          {
            towards: 0,
            depth: 0.5,
          },
        ) +
        path(`M${X - 98} 735Q${X} 787 ${X + 98} 735`, { stroke: dark, width: 7 })
      );
    case 'shirt':
      return (
        body +
        neck +
        path(`M${X - 118} 756L${X - 74} 706L${X - 4} 838L${X - 66} 900z`, {
          fill: mixColors(cloth, '#ffffff', 0.3),
        }) +
        path(`M${X + 118} 756L${X + 74} 706L${X + 4} 838L${X + 66} 900z`, {
          fill: mixColors(cloth, '#ffffff', 0.14),
        }) +
        line([X, 840], [X, 1010], { stroke: dark, width: 7 }) +
        [900, 965].map((y) => circle(X + 18, y, 8, { fill: dark })).join('')
      );
    case 'scarf':
      return (
        body +
        neck +
        shaded(
          sheet,
          (paint) =>
            path(
              `M${X - 150} 742Q${X - 60} 690 ${X} 742Q${X + 60} 690 ${X + 150} 742Q${X + 150} 850 ${X} 858Q${X - 150} 850 ${X - 150} 742z`,
              paint,
            ),
          colors.accent,
          { towards: 60, depth: 0.5 },
        ) +
        path(`M${X + 20} 830L${X + 104} 1010H${X - 10}L${X - 40} 840z`, {
          fill: mixColors(colors.accent, colors.ink, 0.22),
        })
      );
    case 'blazer':
      return (
        body +
        path(`M${X - 110} 762L${X} 1000L${X + 110} 762z`, { fill: colors.paper }) +
        neck +
        path(`M${X - 112} 756L${X - 196} 806L${X - 150} 868L${X - 190} 892L${X} 1010V990z`, { fill: dark }) +
        path(`M${X + 112} 756L${X + 196} 806L${X + 150} 868L${X + 190} 892L${X} 1010V990z`, {
          fill: mixColors(cloth, colors.ink, 0.5),
        })
      );
  }
}

function drawFace(sheet: Sheet, { skin, hair, beard, earrings, hairstyle }: PortraitLook): string {
  const { y, rx, ry } = FACE;
  const dark = mixColors(skin, '#3a1714', 0.62);
  const outline = `M${X - rx} ${y - 60}C${X - rx} ${y - ry - 20} ${X + rx} ${y - ry - 20} ${X + rx} ${y - 60}C${X + rx + 4} ${y + 80} ${X + 96} ${y + ry} ${X} ${y + ry}C${X - 96} ${y + ry} ${X - rx - 4} ${y + 80} ${X - rx} ${y - 60}z`;
  const ears =
    hairstyle === 'bob' || hairstyle === 'long'
      ? ''
      : [-1, 1]
          .map((side) =>
            ellipse(X + side * (rx + 4), y + 10, 30, 46, {
              fill: mixColors(skin, dark, side === 1 ? 0.38 : 0.1),
            }),
          )
          .join('');
  const jewels = earrings
    ? [-1, 1].map((side) => circle(X + side * (rx + 8), y + 72, 15, { fill: sheet.colors.accent })).join('')
    : '';
  const face = shaded(sheet, (paint) => path(outline, paint), skin, {
    towards: 15,
    depth: 0.42,
    color: dark,
    from: 0.35,
  });
  const plane = path(`M${X + 4} ${y - 70}L${X + 36} ${y + 66}Q${X + 24} ${y + 88} ${X - 6} ${y + 80}`, {
    stroke: dark,
    width: 9,
    cap: 'round',
    opacity: 0.75,
  });
  const brow = mixColors(hair, dark, 0.45);
  const features = [-1, 1].map(
    (side) =>
      path(`M${X + side * 104} ${y - 62}Q${X + side * 72} ${y - 86} ${X + side * 36} ${y - 66}`, {
        stroke: brow,
        width: 13,
        cap: 'round',
      }) + ellipse(X + side * 70, y - 16, 13, 15, { fill: sheet.colors.ink }),
  );
  const chin = beard
    ? clippedBy(
        sheet,
        path(outline, { fill: '#000' }),
        shaded(
          sheet,
          (paint) =>
            path(
              `M${X - rx - 30} ${y - 10}Q${X - 120} ${y + 80} ${X - 74} ${y + 92}Q${X} ${y + 64} ${X + 74} ${y + 92}Q${X + 120} ${y + 80} ${X + rx + 30} ${y - 10}V${y + ry + 30}H${X - rx - 30}z`,
              paint,
            ),
          hair,
          { towards: 30, depth: 0.4 },
        ),
      )
    : '';
  const mouth = path(`M${X - 48} ${y + 122}Q${X + 2} ${y + 150} ${X + 54} ${y + 116}`, {
    stroke: beard ? mixColors(skin, '#a03c3c', 0.4) : mixColors(dark, '#a03c3c', 0.45),
    width: 13,
    cap: 'round',
  });
  return ears + jewels + face + plane + chin + mouth + features.join('');
}

function drawBackHair(sheet: Sheet, { hairstyle, hair }: PortraitLook): string {
  const back = (d: string) =>
    shaded(sheet, (paint) => path(d, paint), mixColors(hair, sheet.colors.ink, 0.3), {
      towards: 80,
      depth: 0.5,
    });
  switch (hairstyle) {
    case 'bob':
      return back(
        `M${X - 210} 640C${X - 250} 300 ${X - 170} 170 ${X} 170S${X + 250} 300 ${X + 210} 640Q${X} 700 ${X - 210} 640z`,
      );
    case 'long':
      return back(`M${X - 250} 900C${X - 240} 600 ${X - 260} 160 ${X} 160S${X + 240} 600 ${X + 250} 900z`);
    case 'bun':
      return shaded(sheet, (paint) => circle(X + 40, 158, 92, paint), hair, { towards: 60, depth: 0.6 });
    default:
      return '';
  }
}

function drawFrontHair(sheet: Sheet, { hairstyle, hair }: PortraitLook): string {
  const cap = (d: string) => shaded(sheet, (paint) => path(d, paint), hair, { towards: 40, depth: 0.6 });
  switch (hairstyle) {
    case 'bald':
      return '';
    case 'crop':
      return cap(
        `M${X - 170} 410C${X - 210} 170 ${X - 60} 150 ${X + 20} 168C${X + 150} 140 ${X + 210} 260 ${X + 168} 410C${X + 150} 350 ${X + 140} 318 ${X + 90} 300C${X} 320 ${X - 90} 300 ${X - 130} 318Q${X - 150} 350 ${X - 170} 410z`,
      );
    case 'bob':
      return cap(
        `M${X - 190} 560C${X - 235} 290 ${X - 150} 180 ${X} 180S${X + 235} 290 ${X + 190} 560C${X + 160} 520 ${X + 150} 420 ${X + 140} 360C${X + 40} 360 ${X - 60} 320 ${X - 90} 280C${X - 110} 360 ${X - 150} 420 ${X - 190} 560z`,
      );
    case 'long':
      return cap(
        `M${X - 178} 520C${X - 230} 250 ${X - 120} 172 ${X} 172S${X + 230} 250 ${X + 178} 520C${X + 160} 400 ${X + 110} 320 ${X} 250C${X - 110} 320 ${X - 160} 400 ${X - 178} 520z`,
      );
    case 'bun':
      return cap(
        `M${X - 166} 420C${X - 200} 230 ${X - 100} 188 ${X} 188S${X + 200} 230 ${X + 166} 420C${X + 140} 330 ${X + 60} 290 ${X - 40} 292C${X - 110} 310 ${X - 150} 350 ${X - 166} 420z`,
      );
    case 'waves':
      return cap(
        `M${X - 172} 440C${X - 240} 300 ${X - 160} 150 ${X - 20} 168C${X + 90} 120 ${X + 250} 230 ${X + 172} 440C${X + 170} 360 ${X + 120} 350 ${X + 96} 296C${X + 40} 350 ${X - 30} 296 ${X - 60} 300C${X - 100} 350 ${X - 160} 350 ${X - 172} 440z`,
      );
    case 'curls':
      return Array.from({ length: 17 }, (_, index) => {
        const angle = Math.PI * (0.94 + (index / 16) * 1.12);
        const outer = index % 2 === 0 ? 1 : 0.86;
        return shaded(
          sheet,
          (paint) =>
            circle(X + Math.cos(angle) * 172 * outer, 372 + Math.sin(angle) * 172 * outer, 62, paint),
          hair,
          { towards: 50, depth: 0.5, grain: false },
        );
      }).join('');
  }
}

function drawGlasses({ hair }: PortraitLook): string {
  const frame = { stroke: mixColors(hair, '#14213d', 0.7), width: 11 };
  const y = FACE.y - 14;
  return (
    [-1, 1].map((side) => circle(X + side * 72, y, 54, frame)).join('') +
    path(arc(X, y + 6, 20, Math.PI * 1.1, Math.PI * 1.9), frame) +
    [-1, 1].map((side) => line([X + side * 126, y - 6], [X + side * 164, y - 18], frame)).join('')
  );
}
