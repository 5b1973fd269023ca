// Writes the generated magazine: one article per title in magazine.yaml, always the same ones. Topic and subtopic are the
// hidden labels by which relevance is judged; the database does not contain them.
import { readFileSync } from 'node:fs';
import { diceFor, drawEvenly } from 'db/seed/zipf-lines';
import { parse } from 'yaml';
import { z } from 'zod';
import { toSlug } from '~/lib/slug';
import { capitalize } from '~/lib/text';

export interface MagazineArticle {
  slug: string;
  title: string;
  summary: string;
  /** Clean HTML. */
  content: string;
  author: string;
  category: string;
  /** Slugs. */
  tags: string[];
  daysAgo: number;
  isPopular: boolean;
  topic: string;
  subtopic: string;
}

const lines = z.string().transform((text) => text.trim().split('\n'));
const vocabularySchema = z.strictObject({
  authors: z.array(z.string()),
  people: z.array(z.string()),
  cities: z.array(z.string()),
  asides: lines,
  headings: lines,
  topics: z.record(
    z.string(),
    z.strictObject({
      category: z.string(),
      tags: z.array(z.string()),
      subtopics: z.record(
        z.string(),
        z.strictObject({ subject: z.string(), titles: lines, sentences: lines }),
      ),
    }),
  ),
});
type Vocabulary = z.infer<typeof vocabularySchema>;
type Topic = Vocabulary['topics'][string];
type Subtopic = Topic['subtopics'][string];

const MONTHS = ['January', 'March', 'April', 'June', 'September', 'October', 'November'];
const FIRST_YEAR = 2021;
const YEARS = 6;
/** The demo's articles are newer. */
const NEWEST_DAYS = 160;
const SPAN_DAYS = 1_800;
const POPULAR_SHARE = 0.1;
const OWN_SENTENCES = 4;

export function writeMagazine(): MagazineArticle[] {
  const file = new URL('./magazine.yaml', import.meta.url);
  const vocabulary = vocabularySchema.parse(parse(readFileSync(file, 'utf8')));
  return Object.entries(vocabulary.topics).flatMap(([name, topic]) =>
    Object.entries(topic.subtopics).flatMap(([label, subtopic]) =>
      subtopic.titles.map((title) => ({
        ...writeArticle(vocabulary, topic, subtopic, title),
        topic: name,
        subtopic: label,
      })),
    ),
  );
}

function writeArticle(vocabulary: Vocabulary, topic: Topic, subtopic: Subtopic, title: string) {
  const slug = toSlug(title);
  const dice = diceFor(numberOf(slug));
  const [summary = '', first = '', ...others] = shuffle(dice, subtopic.sentences).slice(0, OWN_SENTENCES);
  const siblings = Object.values(topic.subtopics).flatMap((other) =>
    other === subtopic ? [] : other.sentences,
  );
  const person = drawEvenly(dice, vocabulary.people);
  const fill = (template: string) =>
    template
      .replaceAll('{person}', person)
      .replaceAll('{subject}', subtopic.subject)
      .replaceAll('{Subject}', capitalize(subtopic.subject))
      .replaceAll('{city}', drawEvenly(dice, vocabulary.cities))
      .replaceAll('{month}', drawEvenly(dice, MONTHS))
      .replaceAll('{year}', String(FIRST_YEAR + Math.floor(dice() * YEARS)));
  const [opening = '', closing = ''] = shuffle(dice, vocabulary.asides);
  return {
    slug,
    title,
    summary,
    content: [
      `<p>${first} ${fill(opening)}</p>`,
      `<h2>${fill(drawEvenly(dice, vocabulary.headings))}</h2>`,
      `<p>${others.join(' ')}</p>`,
      `<p>${drawEvenly(dice, siblings)} ${fill(closing)}</p>`,
    ].join('\n'),
    author: drawEvenly(dice, vocabulary.authors),
    category: topic.category,
    tags: topic.tags,
    daysAgo: NEWEST_DAYS + Math.floor(dice() * SPAN_DAYS),
    isPopular: dice() < POPULAR_SHARE,
  };
}

/** A separate number for each article, so that a new title does not change the others. */
function numberOf(slug: string): number {
  return [...slug].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) | 0, 7);
}

function shuffle<T>(dice: () => number, list: readonly T[]): T[] {
  return list
    .map((entry) => ({ entry, at: dice() }))
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}
