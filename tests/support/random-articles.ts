// Random clean HTML with every kind of block, for tests of what the editor leaves unchanged.
import { toSignUpFigure } from '~/lib/html/dynamic-blocks';
import { findEmbed, toFigure } from '~/lib/html/embeds';
import { writeHtml } from '~/lib/html/html-tree';
import { randomNumbers } from './random-numbers';

const WORDS = 'fees clients “quoted” 1 &lt; 2 A&amp;B café — then\u00a0hard two  spaces'.split(' ');
const INLINE = 'strong em u s del mark small cite q kbd code sub sup b i'.split(' ');

type Maker = (make: Random) => string;

class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomNumbers(seed);
  }

  below = (limit: number): number => Math.floor(this.#next() * limit);

  pick = <T>(choices: readonly T[]): T => {
    const chosen = choices[this.below(choices.length)];
    if (chosen === undefined) throw new Error('Nothing to choose from');
    return chosen;
  };

  many = (least: number, most: number, make: () => string, between = ''): string =>
    Array.from({ length: least + this.below(most - least + 1) }, make).join(between);

  words = (): string => this.many(1, 5, () => this.pick(WORDS), ' ');

  text = (): string =>
    this.many(
      1,
      4,
      () =>
        this.pick<() => string>([
          this.words,
          this.words,
          () => this.#wrap(this.words()),
          () => this.#wrap(this.#wrap(this.words())),
          () => `<a href="/page">${this.words()}</a>`,
          () =>
            `<a href="https://x.org/?a=1&amp;b=2" rel="noopener noreferrer">${this.#wrap(this.words())}</a>`,
          () => `${this.words()}<br />${this.words()}`,
          () =>
            `${this.words()}<sup class="footnote"> ${this.words()} <a href="/source"><em>Source</em></a></sup>`,
          () => '<img src="/favicon.svg" alt="A &quot;b&quot;" width="10" height="20" loading="lazy" />',
        ])(),
      ' ',
    );

  #wrap(html: string): string {
    const tag = this.pick(INLINE);
    return `<${tag}>${html}</${tag}>`;
  }

  list = (depth = 0): string => {
    const tag = this.pick(['ul', 'ol']);
    const start = tag === 'ol' && depth === 0 && this.below(3) === 0 ? ' start="4"' : '';
    const space = this.pick(['', '\n']);
    const item = () =>
      `<li>${this.text()}${depth < 2 && this.below(3) === 0 ? space + this.list(depth + 1) : ''}</li>`;
    return `<${tag}${start}>${space}${this.many(1, 4, item, space)}${space}</${tag}>`;
  };

  table = (): string => {
    const columns = 1 + this.below(3);
    const align = () => this.pick(['', '', ' class="ql-align-right"', ' class="ql-align-center"']);
    const cells = (tag: string, scope = '') =>
      Array.from(
        { length: columns },
        () => `<${tag}${scope}${align()}>${this.pick(['', this.text()])}</${tag}>`,
      ).join('');
    const head =
      this.below(2) === 0 ? `<thead><tr>${cells('th', this.pick(['', ' scope="col"']))}</tr></thead>` : '';
    const space = this.pick(['', '\n']);
    const span = this.below(6) === 0 ? '<tr><td colspan="2">joined</td></tr>' : '';
    return `<table>${head}${space}<tbody>${this.many(1, 4, () => `<tr>${cells('td')}</tr>`, space)}${span}</tbody></table>`;
  };
}

const paragraph: Maker = ({ text, pick }) => `<p${pick(['', '', ' class="ql-align-center"'])}>${text()}</p>`;

const MAKERS: Maker[] = [
  paragraph,
  paragraph,
  paragraph,
  ({ text, below }) => {
    const tag = `h${1 + below(6)}`;
    return `<${tag}>${text()}</${tag}>`;
  },
  ({ list }) => list(),
  ({ table }) => table(),
  (make) => `<blockquote>${make.many(1, 3, () => `<p>${make.text()}</p>`)}</blockquote>`,
  (make) => `<blockquote class="pull-quote"><p>${make.text()}</p></blockquote>`,
  (make) => {
    const kind = make.pick(['note', 'tip', 'warning', 'disclaimer']);
    const inside = make.many(1, 3, () =>
      make.pick([paragraph, (one: Random) => one.list(), (one: Random) => one.table()])(make),
    );
    return `<div class="callout callout-${kind}">${inside}</div>`;
  },
  (make) =>
    `<details><summary>${make.text()}</summary>${make.many(0, 2, () => make.pick([paragraph, (one: Random) => one.list()])(make))}</details>`,
  (make) => `<p class="button-link"><a href="/guide">${make.words()}</a></p>`,
  ({ words }) => `<pre><code class="language-ts">${words()}\n\n\t${words()}</code></pre>`,
  ({ words }) => `<pre>${words()}</pre>`,
  () => '<hr />',
  ({ text }) => `<dl><dt>${text()}</dt><dd>${text()}</dd></dl>`,
  ({ text }) => `<div><p>${text()}</p></div>`,
  ({ words }) =>
    `<figure><img src="/favicon.svg" alt="" loading="lazy" /><figcaption>${words()}</figcaption></figure>`,
  ({ words, text, pick }) =>
    `<figure${pick(['', ' class="figure-wide"', ' class="figure-full"'])}><img src="/stock/tools-400.webp" alt="${words()}" width="8" height="5" loading="lazy" /><figcaption>${text()} <small>${words()}</small></figcaption></figure>`,
  ({ words, many, pick }) =>
    `<figure class="gallery">${many(1, 5, () => `<figure><img src="/stock/tools-400.webp" alt="" loading="lazy" />${pick(['', `<figcaption>${words()}</figcaption>`])}</figure>`, pick(['', '\n']))}${pick(['', `<figcaption>${words()}</figcaption>`])}</figure>`,
  ({ words, pick }) =>
    `<figure><video src="https://x.org/a.mp4?a=1&amp;b=2"${pick(['', ' poster="/stock/tools-400.webp"', ' width="8" height="5"'])} controls="" preload="none"></video>${pick(['', `<figcaption>${words()}</figcaption>`])}</figure>`,
  ({ words }) =>
    `<figure><audio src="/media/a.mp3" controls="" preload="none"></audio><figcaption><small>${words()}</small></figcaption></figure>`,
  ({ words }) => `<p><abbr title="T">${words()}</abbr></p>`,
  ({ words, pick }) =>
    `<figure data-block="${pick(['article', 'cta'])}" data-id="5b8f0a52-6d0c-4c6e-9a51-0d6f3b7c9e21"><a href="/article/fees">${words()}</a></figure>`,
  () => writeHtml([toSignUpFigure()]),
  ({ pick }) => {
    const embed = findEmbed(
      pick(['https://youtu.be/dQw4w9WgXcQ', 'https://vimeo.com/76979871', 'https://x.com/a/status/20']),
    );
    return embed ? writeHtml([toFigure(embed)]) : '';
  },
];

/** @returns blocks with or without white space between them; the same for the same seed */
export function randomArticle(seed: number): string {
  const make = new Random(seed * 7919 + 1);
  const space = make.pick(['', '\n', '\n\n']);
  return make.many(1, 12, () => make.pick(MAKERS)(make), space);
}
