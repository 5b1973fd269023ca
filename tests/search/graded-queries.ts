// Reads the graded queries and turns their selections into grades by slug.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { type CorpusArticle, toWords } from './corpus';
import type { Grade, Grades } from './ratings';

export interface GradedQuery {
  kind: string;
  query: string;
  grades: Grades;
}

const selections = z.array(z.string()).default([]);
const fileSchema = z.record(
  z.string(),
  z.array(z.strictObject({ q: z.string(), 3: selections, 2: selections, 1: selections, not: selections })),
);

/** Shorter words of a selection match whole words only; longer ones also match the beginning of a word. */
const MIN_BEGINNING = 4;

/** @throws if a selection finds nothing */
export function readGradedQueries(
  name: 'queries' | 'held-out',
  corpus: readonly CorpusArticle[],
): GradedQuery[] {
  const source = readFileSync(new URL(`./${name}.yaml`, import.meta.url), 'utf8');
  return Object.entries(fileSchema.parse(parse(source))).flatMap(([kind, queries]) =>
    queries.map(({ q, not, ...graded }) => ({ kind, query: q, grades: gradesOf(graded, not, corpus) })),
  );
}

function gradesOf(
  graded: Record<1 | 2 | 3, string[]>,
  not: readonly string[],
  corpus: readonly CorpusArticle[],
): Grades {
  const grades = new Map<string, Grade>();
  // The highest comes last and stays.
  for (const grade of [1, 2, 3] as const) {
    for (const selection of graded[grade]) {
      for (const { slug } of select(selection, corpus)) grades.set(slug, grade);
    }
  }
  for (const selection of not) for (const { slug } of select(selection, corpus)) grades.delete(slug);
  return grades;
}

function select(selection: string, corpus: readonly CorpusArticle[]): CorpusArticle[] {
  const found = selection
    .split(' & ')
    .reduce<readonly CorpusArticle[]>((rest, condition) => rest.filter(conditionOf(condition)), corpus);
  const isSlug = !selection.includes(':');
  if (found.length === 0 || (isSlug && found.length > 1 && !found.some(({ slug }) => slug === selection)))
    throw new Error(`"${selection}" selects ${found.length} articles.`);
  return [...found];
}

function conditionOf(condition: string): (article: CorpusArticle) => boolean {
  const [, kind, value = ''] = /^(\w+):(.*)$/.exec(condition) ?? [];
  const words = toWords(value);
  const lastWord = words.trim().split(' ').at(-1) ?? '';
  const needle = lastWord.length < MIN_BEGINNING ? words : words.trimEnd();
  switch (kind) {
    case undefined:
      return ({ slug }) => slug.startsWith(condition);
    case 'sub':
      return ({ subtopic }) => subtopic === value;
    case 'topic':
      return ({ topic }) => topic === value;
    case 'author':
      return ({ author }) => author === value;
    case 'title':
      return ({ title }) => toWords(title).includes(needle);
    case 'text':
      return ({ text }) => toWords(text).includes(needle);
    default:
      throw new Error(`Unknown selection: ${condition}`);
  }
}
