// Limits the number of type casts in the product and its tools. A parser, a type guard or a generic type is checked; a cast is not.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { checkoutFiles } from './checkout-files';

/** Lower it when a cast disappears. */
const CAP = 62;

/** One line per cast when there are more than the cap allows. `as const` is not a cast. */
export function listExcessCasts(root: string): string[] {
  const names = checkoutFiles(root, 'app', 'db', 'dev').filter((name) => /(?<!\.d)\.tsx?$/.test(name));
  const casts = names.flatMap((name) => listCasts(root, name));
  return casts.length > CAP ? [`There are ${casts.length} casts; the cap is ${CAP}:`, ...casts] : [];
}

function listCasts(root: string, name: string): string[] {
  const text = readFileSync(join(root, name), 'utf8');
  if (!/\bas\s/.test(text)) return [];
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) {
      const type = node.type.getText(file);
      const { line } = file.getLineAndCharacterOfPosition(node.type.getStart(file));
      if (type !== 'const') found.push(`${name}:${line + 1} as ${type}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
