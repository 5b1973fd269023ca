// Writes generated articles. The same number gives the same article, so that two machines can compare
// measurements.

import { capitalize } from '../../app/lib/text';
import { readVocabulary, type SeedSection, type TemplateLines, type Vocabulary } from './article-vocabulary';
import { type SentenceTemplate, titleCase } from './sentence-template';
import { type Dice, diceFor, drawEvenly } from './zipf-lines';

interface WrittenArticle {
  categorySlug: string;
  title: string;
  summary: string;
  /** Clean HTML, about 1.2 to 2.5 kB. */
  content: string;
  /** Minutes. */
  readTime: number;
  /** Random numbers of this article, for the caller's own choices about it. */
  dice: Dice;
}

const OCCASIONAL_SHARE = 0.02;
const RARE_SHARE = 0.002;
const SUMMARY_LENGTH = { least: 110, most: 170 };
const WORDS_PER_MINUTE = 200;

export function writeArticle(number: number): WrittenArticle {
  const vocabulary = readVocabulary();
  const dice = diceFor(number);
  const [categorySlug, section] = vocabulary.sections.draw(dice);
  const composer = openComposer(vocabulary, section, dice);

  const title = capitalize(titleCase(composer.sentences(vocabulary.title, 1)));
  const content = writeContent(vocabulary, composer);
  const readTime = Math.max(2, Math.round(content.split(' ').length / WORDS_PER_MINUTE));
  return { categorySlug, title, summary: writeSummary(vocabulary, composer), content, readTime, dice };
}

interface Composer {
  dice: Dice;
  /** `count` sentences of the list. None is used twice in an article. */
  sentences(list: TemplateLines, count: number): string;
  /** Each sentence of the list with this probability. */
  chanced(list: TemplateLines, probability: number): string[];
}

/** Everything that one article needs: subject, people, place, and the sentences already used. */
function openComposer(vocabulary: Vocabulary, section: SeedSection, dice: Dice): Composer {
  const settled = new Map<string, string>();
  const used = new Set<SentenceTemplate>();
  const { weight: _, ...ownLists } = section;
  const lists: Record<string, TemplateLines> = {
    ...vocabulary.lists,
    ...ownLists,
    surname: vocabulary.surname,
  };

  function word(slot: string): string {
    const before = settled.get(slot);
    if (before !== undefined) return before;
    const drawn = slot === 'town' ? drawTown(vocabulary, dice) : listFor(slot).draw(dice).fill(dice, word);
    if (vocabulary.perArticle.includes(slot)) settled.set(slot, drawn);
    return drawn;
  }

  function listFor(slot: string): TemplateLines {
    const list = lists[slot];
    if (!list) throw new Error(`No list in generated-articles.yaml is named ${slot}.`);
    return list;
  }

  function unused(list: TemplateLines): SentenceTemplate {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const drawn = list.draw(dice);
      if (!used.has(drawn)) return drawn;
    }
    return list.lines.find((line) => !used.has(line)) ?? list.draw(dice);
  }

  return {
    dice,
    sentences: (list, count) =>
      Array.from({ length: count }, () => {
        const template = unused(list);
        used.add(template);
        return template.fill(dice, word);
      }).join(' '),
    chanced: (list, probability) =>
      list.lines.filter(() => dice() < probability).map((template) => template.fill(dice, word)),
  };
}

function drawTown({ town }: Vocabulary, dice: Dice): string {
  return drawEvenly(dice, town.begins) + drawEvenly(dice, town.goes) + drawEvenly(dice, town.ends);
}

function writeSummary(vocabulary: Vocabulary, composer: Composer): string {
  let summary = '';
  for (let attempt = 0; attempt < 6; attempt += 1) {
    summary = composer.sentences(vocabulary.summary, 1);
    if (summary.length >= SUMMARY_LENGTH.least && summary.length <= SUMMARY_LENGTH.most) break;
  }
  return summary;
}

function writeContent(vocabulary: Vocabulary, composer: Composer): string {
  const { lead, diagnosis, advice, figures, caution, closing, heading, occasional, seldom } = vocabulary;
  const some = (list: TemplateLines, least: number) =>
    composer.sentences(list, least + (composer.dice() < 0.5 ? 1 : 0));
  const asides = [...composer.chanced(occasional, OCCASIONAL_SHARE), ...composer.chanced(seldom, RARE_SHARE)];
  return [
    paragraph(some(lead, 1), some(diagnosis, 1)),
    paragraph(some(diagnosis, 2), composer.sentences(figures, 1)),
    `<h2>${capitalize(composer.sentences(heading, 1))}</h2>`,
    paragraph(some(advice, 3), ...asides),
    composer.dice() < 0.4 ? writeList(vocabulary, composer) : paragraph(some(advice, 2)),
    `<h2>${capitalize(composer.sentences(heading, 1))}</h2>`,
    paragraph(some(figures, 2), some(caution, 1)),
    paragraph(some(advice, 1), some(closing, 1)),
  ].join('\n');
}

function writeList({ advice }: Vocabulary, composer: Composer): string {
  const items = Array.from({ length: 3 }, () => `<li>${composer.sentences(advice, 1)}</li>`);
  return `<ul>${items.join('')}</ul>`;
}

function paragraph(...sentences: string[]): string {
  return `<p>${sentences.join(' ')}</p>`;
}
