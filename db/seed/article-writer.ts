// Writes generated articles: the same number, the same article, so that two machines measure the same magazine.
import { readVocabulary, type Section, type TemplateLines, type Vocabulary } from './article-vocabulary';
import { capitalise, type SentenceTemplate, titleCase } from './sentence-template';
import { type Dice, diceFor, drawEvenly } from './zipf-lines';

interface WrittenArticle {
  categorySlug: string;
  title: string;
  summary: string;
  /** Clean HTML, about 1.2 to 2.5 kB. */
  content: string;
  /** Minutes. */
  readTime: number;
  /** Throws that belong to this article, for whoever decides the rest about it. */
  dice: Dice;
}

const OCCASIONAL_SHARE = 0.02;
const SELDOM_SHARE = 0.002;
const SUMMARY_LENGTH = { least: 110, most: 170 };
const WORDS_PER_MINUTE = 200;

export function writeArticle(number: number): WrittenArticle {
  const vocabulary = readVocabulary();
  const dice = diceFor(number);
  const [categorySlug, section] = vocabulary.sections.draw(dice);
  const desk = openDesk(vocabulary, section, dice);

  const title = capitalise(titleCase(desk.sentences(vocabulary.title, 1)));
  const content = writeContent(vocabulary, desk);
  const readTime = Math.max(2, Math.round(content.split(' ').length / WORDS_PER_MINUTE));
  return { categorySlug, title, summary: writeSummary(vocabulary, desk), content, readTime, dice };
}

interface Desk {
  dice: Dice;
  /** So many sentences of a list, none twice in an article. */
  sentences(list: TemplateLines, count: number): string;
  /** Those of the list that come up, each with this probability. */
  chanced(list: TemplateLines, probability: number): string[];
}

/** Everything one article is written with: its own subject, people and place, and the sentences it has used. */
function openDesk(vocabulary: Vocabulary, section: Section, dice: Dice): Desk {
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
    if (!list) throw new Error(`No list in generated-articles.yaml is called ${slot}.`);
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

function writeSummary(vocabulary: Vocabulary, desk: Desk): string {
  let summary = '';
  for (let attempt = 0; attempt < 6; attempt += 1) {
    summary = desk.sentences(vocabulary.summary, 1);
    if (summary.length >= SUMMARY_LENGTH.least && summary.length <= SUMMARY_LENGTH.most) break;
  }
  return summary;
}

function writeContent(vocabulary: Vocabulary, desk: Desk): string {
  const { lead, diagnosis, advice, figures, caution, closing, heading, occasional, seldom } = vocabulary;
  const some = (list: TemplateLines, least: number) =>
    desk.sentences(list, least + (desk.dice() < 0.5 ? 1 : 0));
  const asides = [...desk.chanced(occasional, OCCASIONAL_SHARE), ...desk.chanced(seldom, SELDOM_SHARE)];
  return [
    paragraph(some(lead, 1), some(diagnosis, 1)),
    paragraph(some(diagnosis, 2), desk.sentences(figures, 1)),
    `<h2>${capitalise(desk.sentences(heading, 1))}</h2>`,
    paragraph(some(advice, 3), ...asides),
    desk.dice() < 0.4 ? writeList(vocabulary, desk) : paragraph(some(advice, 2)),
    `<h2>${capitalise(desk.sentences(heading, 1))}</h2>`,
    paragraph(some(figures, 2), some(caution, 1)),
    paragraph(some(advice, 1), some(closing, 1)),
  ].join('\n');
}

function writeList({ advice }: Vocabulary, desk: Desk): string {
  const items = Array.from({ length: 3 }, () => `<li>${desk.sentences(advice, 1)}</li>`);
  return `<ul>${items.join('')}</ul>`;
}

function paragraph(...sentences: string[]): string {
  return `<p>${sentences.join(' ')}</p>`;
}
