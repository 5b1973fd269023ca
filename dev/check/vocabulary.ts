// One vocabulary in code, tests and docs: words that have a plainer term fail `npm run check`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutFiles } from './checkout-files';
import { listInterfaceText } from './interface-text';
import { EXCEPTIONS, INTERFACE_TERMS, TERMS } from './terms';

const SCANNED = /^(app|db|dev|docs|tests)\/.*\.(tsx?|[cm]?js|css|sql|md)$|^(README|SECURITY)\.md$/;
/** The demo's articles and pages are content, the schema dump is generated, fixtures are exports of other products. */
const EXEMPT =
  /^db\/(schema\.sql$|seed\/(articles|pages)\/)|\/common-passwords\.ts$|^tests\/fixtures\/|^dev\/check\/terms\.ts$|\/vocabulary\.test\.ts$/;

/** One line per finding: `file:line: "word", use …`. */
export function findForbiddenWords(file: string, text: string, terms = TERMS, firstLine = 1): string[] {
  const exceptions = EXCEPTIONS.filter(({ files }) => files.test(file));
  return text.split('\n').flatMap((line, index) => {
    const rest = exceptions.reduce((left, exception) => left.replace(exception.text, ''), line);
    const words = rest.replace(/[_-]+/g, ' ').replace(/([a-z0-9])(?=[A-Z])/g, '$1 ');
    return terms.flatMap(({ not, use }) => {
      const word = not.exec(words)?.[0];
      return word === undefined ? [] : [`${file}:${firstLine + index}: "${word.trim()}", use ${use}`];
    });
  });
}

/** The findings in the text of all screens: a sentence on screen often spans several lines of code. */
export function listForbiddenText(root: string): string[] {
  const terms = [...TERMS, ...INTERFACE_TERMS];
  return listInterfaceText(root).flatMap(({ file, line, text }) =>
    findForbiddenWords(file, text, terms, line),
  );
}

/** The findings in all files that git tracks or would track. */
export function listForbiddenWords(root: string): string[] {
  return checkoutFiles(root)
    .filter((file) => SCANNED.test(file) && !EXEMPT.test(file))
    .flatMap((file) => findForbiddenWords(file, readFileSync(join(root, file), 'utf8')));
}
