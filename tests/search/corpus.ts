// The articles that the search is measured with: the demo's published ones and the generated magazine.
import { readDemoArticles } from 'db/seed/demo-texts';
import { htmlToText } from '~/lib/html/clean-html';
import { writeMagazine } from './magazine';

export interface CorpusArticle {
  slug: string;
  title: string;
  /** Title, summary and what everyone may read of the text. */
  text: string;
  author: string;
  category: string;
  tags: readonly string[];
  daysAgo: number;
  /** Hidden labels; null in the demo. */
  topic: string | null;
  subtopic: string | null;
}

export function readCorpus(): CorpusArticle[] {
  const demo = readDemoArticles()
    .filter(({ status }) => status === 'published')
    .map((article) => ({
      ...article,
      // Left out, so that the corpus does not depend on where a members-only article is cut.
      content: article.membersOnly ? '' : article.content,
      topic: null,
      subtopic: null,
    }));
  return [...demo, ...writeMagazine()].map(
    ({ slug, title, summary, content, author, category, tags, daysAgo, topic, subtopic }) => ({
      ...{ slug, title, author, category, tags, daysAgo, topic, subtopic },
      text: [title, summary, htmlToText(content)].join('\n'),
    }),
  );
}

/** The words in lower case and without accents, between single spaces, which also enclose them. */
export function toWords(text: string): string {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ø', 'o');
  return ` ${bare.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}
