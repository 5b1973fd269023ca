// Collects the text that people read from the syntax trees of the product's files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { checkoutFiles } from './checkout-files';

export interface InterfaceText {
  file: string;
  /** Counted from 1. */
  line: number;
  /** One line; `{}` is a value that is filled in. */
  text: string;
}

/** Attributes whose value is text. All others are class names, URLs, ids and the like. */
const TEXT_ATTRIBUTE =
  /^(about|action|all|aria-(description|label|roledescription|valuetext)|alt|busy|caption|empty|fallback|hint|message|name|note|onlyFor|pending|placeholder|question|save|summary|when|\w*(failure|label|text|title))$/i;
/** A sentence or a label: two words, or one word with a capital, as in "Saving..." */
const READABLE = /\p{L}.*\s\S*[\p{L}\d]|^\p{Lu}\p{L}+(\.\.\.|\.|:)?$/u;
/** Class names, SQL, drawings, selectors, media queries, styles and headers also contain spaces. */
const CODE =
  /^[a-z -]*(__|--)[a-z]|::\w|^\(?(to_jsonb?|jsonb_\w+|t\.)|^M[\d.]+[ ,-]?\d.*[a-z]|^\(m(in|ax)-width|^:\w|[a-z]:[\d#]|^[\w[\]-]+\/[\w+-]+;|^'|-src '|^[a-z ]+="|=>/;

/** The text of all screens, emails, and errors in `app`. */
export function listInterfaceText(root: string): InterfaceText[] {
  return checkoutFiles(root, 'app')
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
    .flatMap((file) => readInterfaceText(file, readFileSync(join(root, file), 'utf8')));
}

/** The text of one file. */
export function readInterfaceText(file: string, source: string): InterfaceText[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: InterfaceText[] = [];
  const add = (node: ts.Node, raw: string) => {
    const text = raw.replace(/\s+/g, ' ').trim();
    found.push({ file, line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1, text });
  };
  const visit = (node: ts.Node): void => {
    if (isCode(node)) return;
    if ((ts.isJsxElement(node) || ts.isJsxFragment(node)) && node.children.some(isText)) {
      add(node, node.children.map(textOf).join(''));
      // Its text is complete; values in it may contain further elements and strings.
      node.children.forEach(visitValues);
      return;
    }
    const text = literalText(node)
      ?.replace(/<[^<>]*>/g, ' ')
      .trim();
    if (text && (isLabel(node) || (READABLE.test(text) && !CODE.test(text)))) add(node, text);
    ts.forEachChild(node, visit);
  };
  const visitValues = (child: ts.Node): void => {
    if (ts.isJsxElement(child)) {
      visit(child.openingElement.attributes);
      child.children.forEach(visitValues);
    } else if (!ts.isJsxText(child)) visit(child);
  };
  visit(tree);
  return found;
}

const isText = (node: ts.Node) => ts.isJsxText(node) && /\p{L}/u.test(node.text);

/** The text of an element, including that of inline elements. */
function textOf(node: ts.Node): string {
  if (ts.isJsxText(node)) return node.text.replace(/&(apos|rsquo);/g, '’').replace(/&amp;/g, '&');
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return node.children.map(textOf).join('');
  if (!ts.isJsxExpression(node)) return '';
  return (node.expression && literalText(node.expression)) ?? (node.expression ? '{}' : '');
}

function literalText(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
}

const isLabel = (node: ts.Node) =>
  ts.isJsxAttribute(node.parent) && /^(aria-label|alt|label|placeholder)$/.test(node.parent.name.getText());

function isCode(node: ts.Node): boolean {
  return (
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isTypeNode(node) ||
    ts.isTaggedTemplateExpression(node) ||
    (ts.isJsxAttribute(node) && !TEXT_ATTRIBUTE.test(node.name.getText()) && isPlain(node))
  );
}

/** An attribute with a string, in contrast to one with an element, an object or a function. */
const isPlain = ({ initializer }: ts.JsxAttribute) =>
  initializer === undefined ||
  ts.isStringLiteral(initializer) ||
  (ts.isJsxExpression(initializer) &&
    initializer.expression !== undefined &&
    (ts.isStringLiteralLike(initializer.expression) || ts.isTemplateExpression(initializer.expression)));
