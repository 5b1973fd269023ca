// Checks which file a CSS rule is in. The rules that name only one class define it, and must be in one file. A rule that
// names several classes must be in a file that defines one of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'app/styles';
/** The print styles, which hide classes of many files. */
const EXEMPT = 'base/print.css';

interface Rule {
  file: string;
  selector: string;
  classes: string[];
}

/** One line per class that several files define, and per rule of other files' classes. */
export function listMisplacedRules(root: string): string[] {
  const rules = readdirSync(join(root, FOLDER), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css') && file !== EXEMPT)
    .flatMap((file) => readRules(file, readFileSync(join(root, FOLDER, file), 'utf8')));
  const homes = new Map<string, Set<string>>();
  for (const { file, classes } of rules) {
    const [name, ...others] = classes;
    if (name && others.length === 0) homes.set(name, (homes.get(name) ?? new Set()).add(file));
  }
  const mayContain = (file: string, name: string) => homes.get(name)?.has(file) ?? true;
  return [
    ...[...homes]
      .filter(([, files]) => files.size > 1)
      .map(([name, files]) => `.${name} is defined in ${[...files].join(' and ')}`),
    ...rules
      .filter(({ file, classes }) => !classes.some((name) => mayContain(file, name)))
      .map(({ file, selector }) => `${file} defines no class of ${selector}`),
  ];
}

function readRules(file: string, css: string): Rule[] {
  return [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)]
    .flatMap(([, selectors = '']) => selectors.split(/,(?![^(]*\))/))
    .map((text) => text.trim().replace(/\s+/g, ' '))
    .map((selector) => ({ file, selector, classes: [...new Set(selector.match(/(?<=\.)[a-z][\w-]*/gi))] }))
    .filter(({ classes }) => classes.length > 0);
}
