// Every element of an imported text is in the article or in a note.
import { describe, expect, it } from 'vitest';
import { keepOrReport } from '~/features/transfer/import/keep-or-report';
import { cleanHtml } from '~/lib/html/clean-html';
import { writeHtml } from '~/lib/html/html-tree';
import { parseHtml } from '~/lib/html/parse-html';

const site = { writtenUrl: 'https://old.example', url: 'https://old.example' };

function convert(html: string): { html: string; notes: string } {
  const { nodes, notes } = keepOrReport(parseHtml(html, { foreign: true }), site);
  return { html: cleanHtml(writeHtml(nodes)), notes: notes.join('\n') };
}

describe('a removed element is reported with its text', () => {
  it.each([
    [
      '<svg><style>a{}</style><title>Fees</title><text>By <tspan>year</tspan></text><a href="https://o.example/b"><text>Go</text></a><use href="#x"/></svg>',
      'A drawing (SVG) was removed: “a{} Fees By year https://o.example/b Go”',
    ],
    ['<svg><path d="M0 0"/></svg>', 'A drawing (SVG) was removed.'],
    ['<math><mi>x</mi><mo>=</mo><mn>2</mn></math>', 'A formula (MathML) was removed: “x = 2”'],
    [
      '<form><a href="https://o.example/terms">Terms</a><img src="https://o.example/a.png" alt="Seal"></form>',
      'A form was removed: “https://o.example/terms Terms Seal https://o.example/a.png”',
    ],
  ])('%s', (html, note) => {
    expect(convert(html)).toEqual({ html: '', notes: note });
  });
});

it('keeps the meaning of outdated elements', () => {
  expect(convert('<strike>a</strike><ins>b</ins><acronym title="Bar">c</acronym>').html).toBe(
    '<s>a</s><u>b</u><abbr title="Bar">c</abbr>',
  );
});

describe('an address without a scheme', () => {
  it.each([
    ['<a href="//o.example/x">x</a>', '<a href="https://o.example/x" rel="noopener noreferrer">x</a>'],
    ['<map><area href="//o.example/x" alt="x"></map>', '<a href="https://o.example/x"'],
    ['<iframe src="//www.youtube.com/embed/abcdefghijk"></iframe>', 'data-id="abcdefghijk"'],
    [
      '<iframe src="about:blank" data-src="//www.youtube.com/embed/abcdefghijk"></iframe>',
      'data-id="abcdefghijk"',
    ],
    ['<iframe src="//maps.example/1"></iframe>', '<p><a href="https://maps.example/1"'],
  ])('is opened with https: %s', (html, expected) => {
    expect(convert(html).html).toContain(expected);
  });
});

it('keeps a video in a frame without a caption, and reports its title', () => {
  const video = '<iframe src="https://www.youtube.com/embed/abcdefghijk" title="The stairs"></iframe>';
  const { html, notes } = convert(`<figure class="kg-card kg-embed-card">${video}</figure>`);
  expect(html).toContain('<figure data-embed="youtube" data-id="abcdefghijk">');
  expect(notes).toContain('“The stairs”');
});

it.each([
  'javascript:dial()',
  'https://[broken',
  '/\\evil.example',
])('reports a link that cannot be opened: %s', (href) => {
  const { html, notes } = convert(`<p><a href="${href}">x</a></p>`);
  expect(html).toBe('<p>x</p>');
  expect(notes).toContain(href);
});

it.each([
  'videoseries?list=PL1',
  'live_stream?channel=UC1',
])('links to a list or a live channel of YouTube: %s', (path) => {
  const url = `https://www.youtube.com/embed/${path}`;
  const { html, notes } = convert(`<iframe src="${url}"></iframe>`);
  expect(html).toContain(`<a href="${url}"`);
  expect(notes).toContain(url);
});
