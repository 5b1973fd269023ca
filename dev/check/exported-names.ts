// Checks that an exported name exists once in the code base, so that a search for it finds one thing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutFiles } from './checkout-files';

const DECLARATION =
  /^export (?:declare |abstract |async )*(?:class|const|enum|function\*?|interface|let|type) (\w+)/gm;
/** Remix prescribes the export names of routes. The script contains the source of a module as text. */
const EXEMPT = /\/route\.tsx?$|^dev\/common-passwords\.ts$/;

/** One line per name that several modules declare. Re-exports do not count. */
export function listRepeatedNames(root: string): string[] {
  const files = checkoutFiles(root, 'app', 'db', 'dev', 'tests').filter(
    (file) => /\.tsx?$/.test(file) && !EXEMPT.test(file),
  );
  const homes = new Map<string, Set<string>>();
  for (const file of files) {
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(DECLARATION)) {
      homes.set(name, (homes.get(name) ?? new Set()).add(file));
    }
  }
  return [...homes]
    .filter(([, found]) => found.size > 1)
    .map(([name, found]) => `${name} is exported by ${[...found].join(' and ')}`);
}
