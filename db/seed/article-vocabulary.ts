// Loads the vocabulary of generated articles from generated-articles.yaml.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { compileTemplate, type SentenceTemplate } from './sentence-template';
import { type DrawableLines, weightedLines, zipfLines } from './zipf-lines';

const lines = z.string().transform((text) => zipfLines(text.trim().split('\n').map(compileTemplate)));
const words = z.string().transform((text) => text.split(' '));
const slot = z.string();

/** Vocabulary of one category. The weight is its share of the articles. */
const section = z.strictObject({
  weight: z.number(),
  subject: lines,
  metric: lines,
  tool: lines,
  problem: lines,
  step: lines,
});

const vocabulary = z.strictObject({
  perArticle: z.array(slot),
  sections: z
    .record(slot, section)
    .transform((sections) => weightedLines(Object.entries(sections), ([, { weight }]) => weight)),
  lists: z.record(slot, lines),
  title: lines,
  summary: lines,
  lead: lines,
  diagnosis: lines,
  advice: lines,
  figures: lines,
  caution: lines,
  closing: lines,
  heading: lines,
  occasional: lines,
  seldom: lines,
  surname: lines,
  town: z.strictObject({ begins: words, goes: words, ends: words }),
});

export type TemplateLines = DrawableLines<SentenceTemplate>;
export type Vocabulary = z.infer<typeof vocabulary>;
export type SeedSection = z.infer<typeof section>;

let read: Vocabulary | undefined;

export function readVocabulary(): Vocabulary {
  read ??= vocabulary.parse(
    parse(readFileSync(new URL('./generated-articles.yaml', import.meta.url), 'utf8')),
  );
  return read;
}
