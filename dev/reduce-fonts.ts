// `npm run fonts`: writes the Newsreader files to app/styles/fonts, with only the weights that the styles use. That
// saves a third of their bytes, and readers wait for them before the first headline has its final shape.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { projectRoot } from './startup/settings';

const FILES = {
  normal: import.meta.resolve('@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2'),
  italic: import.meta.resolve('@fontsource-variable/newsreader/files/newsreader-latin-wght-italic.woff2'),
};
const FOLDER = join(projectRoot, 'app/styles/fonts');

/** From plain text to `<strong>`. */
const WEIGHTS = { min: 400, max: 700 };

/** The characters of the Latin file; see `unicode-range` in the package's CSS. */
const RANGES = [
  [0x0000, 0x00ff],
  [0x0131, 0x0131],
  [0x0152, 0x0153],
  [0x02bb, 0x02bc],
  [0x02c6, 0x02c6],
  [0x02da, 0x02da],
  [0x02dc, 0x02dc],
  [0x0300, 0x036f],
  [0x2000, 0x206f],
  [0x20a0, 0x20cf],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2215],
  [0xfeff, 0xfeff],
  [0xfffd, 0xfffd],
] as const;

const characters = RANGES.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
).join('');
for (const [style, file] of Object.entries(FILES)) {
  const whole = readFileSync(fileURLToPath(file));
  const variationAxes = { wght: WEIGHTS };
  const reduced = await subsetFont(whole, characters, { targetFormat: 'woff2', variationAxes });
  writeFileSync(join(FOLDER, `newsreader-${style}.woff2`), reduced);
  console.log(`${style}: ${whole.length} to ${reduced.length} bytes`);
}
