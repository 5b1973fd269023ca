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
const RANGES = import.meta.resolve('@fontsource-variable/newsreader/unicode.json');
const FOLDER = join(projectRoot, 'app/styles/fonts');

const options: Parameters<typeof subsetFont>[2] = {
  targetFormat: 'woff2',
  /** From plain text to `<strong>`. */
  variationAxes: { wght: { min: 400, max: 700 } },
  /** The address of the license, which must stay in the file. */
  preserveNameIds: [14],
};

const { latin }: { latin: string } = JSON.parse(readFileSync(fileURLToPath(RANGES), 'utf8'));
const characters = latin
  .split(',')
  .flatMap((range) => {
    const [first = 0, last = first] = range
      .replace('U+', '')
      .split('-')
      .map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  })
  .join('');
for (const [style, file] of Object.entries(FILES)) {
  const whole = readFileSync(fileURLToPath(file));
  const reduced = await subsetFont(whole, characters, options);
  writeFileSync(join(FOLDER, `newsreader-${style}.woff2`), reduced);
  process.stdout.write(`${style}: ${whole.length} to ${reduced.length} bytes\n`);
}
