// What editors see of two versions of a text.
import { describe, expect, it } from 'vitest';
import { compareFields } from '~/features/articles/editor/compare-fields.server';
import { EMPTY_FIELDS } from '~/features/articles/editor/editor-fields';
import { compareTexts } from '~/features/pages/manage-pages.server';
import { toSeoFields } from '~/features/seo/seo';

const note = (text: string) => `<p>Rates rose<sup class="footnote"> ${text}</sup> again.</p>`;
const image = (name: string) => `<p><img src="/media/${name}.jpg" alt="" loading="lazy" /></p>`;
const link = (slug: string) => `<p><a href="/page/${slug}">more</a></p>`;
const callout = (kind: string) => `<div class="callout callout-${kind}"><p>Careful.</p></div>`;

describe('two versions of a static page', () => {
  const fields = { title: '', slug: '', summary: '', ...toSeoFields({}) };
  const compare = (theirs: string, yours: string) =>
    compareTexts({ ...fields, content: theirs }, { ...fields, content: yours });

  it('differ by their text with footnotes, or by their markup if the text is the same', () => {
    expect(compare(note('May.'), note('June.'))).toEqual([
      { label: 'Content', theirs: 'Rates rose [May.] again.', yours: 'Rates rose [June.] again.' },
    ]);
    for (const change of [image, link]) {
      const [theirs, yours] = [change('one'), change('two')];
      expect(compare(theirs, yours)).toEqual([{ label: 'Content', theirs, yours }]);
    }
    const [theirs, yours] = [callout('tip'), callout('warning')];
    expect(compare(theirs, yours)).toEqual([{ label: 'Content', theirs, yours }]);
    expect(compare(image('one'), ` ${image('one')}`)).toEqual([]);
  });
});

describe('two versions of an article', () => {
  it('show a changed footnote beside other changes of the text', () => {
    const fields = (content: string) => ({ ...EMPTY_FIELDS, content });
    const from = fields(`<p>One.</p>${note('May.')}`);
    const [difference] = compareFields(from, fields(`<p>Two.</p>${note('June.')}`), {
      categories: [],
      tags: [],
    });
    expect(difference?.parts?.filter(({ kind }) => kind === 'added').map(({ text }) => text)).toEqual([
      'Two',
      'June',
    ]);
  });
});
