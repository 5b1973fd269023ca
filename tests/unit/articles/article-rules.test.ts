// Rules for saving an article that need no database.
import { describe, expect, it } from 'vitest';
import { SLUG_LIMIT, toExcerpt, toReadTime, wantedSlug } from '~/features/articles/article';
import { ArticleInput } from '~/features/articles/article-input';
import { listWarnings } from '~/features/articles/editor/checklist';
import { EditorFields, EMPTY_FIELDS, toArticleInput } from '~/features/articles/editor/editor-fields';
import { toBeginning } from '~/features/articles/public/article-beginning';
import { parseInput } from '~/lib/parse-input';
import { fromZonedInput, toZonedInput } from '~/lib/time/zoned-time';

const COMPLETE = { title: 'A title', author: 'Dana Whitfield' };
const refusalOf = (input: unknown) => ArticleInput.safeParse(input).error?.issues[0]?.message;

describe('preview of a members-only article', () => {
  const p = (text: string) => `<p>${text}</p>`;
  const rest = p('And the rest of it, which is longer than the beginning. '.repeat(9));

  it('is the first three blocks of any type', () => {
    const list = '<ul><li>A<ul><li>B</li></ul></li></ul>';
    const quote = '<blockquote><p>C</p><p>D</p></blockquote>';
    const words = `<p>An <em>old <strong>rule</strong></em><br />holds. <img src="/a.webp" alt="" /></p>`;
    expect(toBeginning(list + quote + words + rest)).toBe(list + quote + words);
    expect(toBeginning(p('1') + p('2') + p('3') + p('4') + rest)).toBe(p('1') + p('2') + p('3'));
  });

  it('does not end with a heading', () => {
    expect(toBeginning(`${p('1')}<h2>Two</h2>${p('3')}${rest}`)).toBe(`${p('1')}<h2>Two</h2>${p('3')}`);
    expect(toBeginning(`${p('1')}${p('2')}<h3>Three</h3>${rest}`)).toBe(p('1') + p('2'));
  });

  it('is at most half of the article', () => {
    expect(toBeginning(p('1') + p('2'))).toBe(p('1'));
    expect(toBeginning(p('1') + p('2') + p('3'))).toBe(p('1'));
    for (const html of ['', 'Only words', p('Only one'), rest + p('A short end.')]) {
      expect(toBeginning(html)).toBe('');
    }
  });
});

describe('excerpt', () => {
  it('is the whole text up to 160 characters', () => {
    const text = `${'word '.repeat(31)}words`;
    expect(text).toHaveLength(160);
    expect(toExcerpt(text)).toBe(text);
    expect(toExcerpt('  two\n lines ')).toBe('two lines');
    expect(toExcerpt('')).toBe('');
  });

  it('is cut at the last space after 80 percent of the limit', () => {
    const text = `${'a'.repeat(130)} ${'b'.repeat(60)}`;
    expect(toExcerpt(text)).toBe(`${'a'.repeat(130)}...`);
  });

  it.each(['.', '...', '…'])('ends in three dots after a sentence that ends in %s', (end) => {
    const text = `${'a'.repeat(140)}${end} ${'b'.repeat(60)}`;
    expect(toExcerpt(text)).toBe(`${'a'.repeat(140)}...`);
  });

  it('is cut within a word when there is no space after 80 percent of the limit', () => {
    for (const spaceAt of [100, 128]) {
      const text = `${'a'.repeat(spaceAt)} ${'b'.repeat(90)}`;
      expect(toExcerpt(text)).toBe(`${text.slice(0, 160)}...`);
    }
    const emojis = `a${'😀'.repeat(100)}`;
    expect(toExcerpt(emojis)).toBe(`a${'😀'.repeat(79)}...`);
  });
});

describe('read time', () => {
  it.each([
    ['7', 7],
    ['7.9', 7],
    [12, 12],
    ['0', 1],
    ['-4', 1],
    ['', 5],
    ['soon', 5],
    [undefined, 5],
    [null, 5],
    ['1e9', 999],
  ])('of %j is %i minutes', (typed, minutes) => expect(toReadTime(typed)).toBe(minutes));
});

describe('slug of an article', () => {
  const id = '1a2b3c4d-0000-4000-8000-000000000000';
  it.each([
    [{ slug: '', title: 'Élan & Co: the   Plan!' }, 'elan-co-the-plan'],
    [{ slug: 'My Own Slug', title: 'Other' }, 'my-own-slug'],
    [{ slug: '!!!', title: 'Other' }, 'other'],
    [{ slug: '', title: '新しい' }, 'article-1a2b3c4d'],
  ])('for %j is %s', (article, slug) => expect(wantedSlug({ id, ...article })).toBe(slug));

  it('is cut at a hyphen, with room for a number', () => {
    const words = wantedSlug({ id, slug: '', title: 'fifteen pencils '.repeat(18) });
    expect(words).toMatch(/^fifteen-pencils(-fifteen-pencils)*$/);
    expect(words.length).toBeGreaterThan(180);
    expect(`${words}-99999`.length).toBeLessThanOrEqual(SLUG_LIMIT);
    const one = wantedSlug({ id, slug: '', title: 'a'.repeat(300) });
    expect(one).toMatch(/^a{190,194}$/);
    // As imported.
    expect(wantedSlug({ id, slug: `${'b'.repeat(199)}-b`, title: 'Other' })).toBe('b'.repeat(199));
    const typed = 'c'.repeat(SLUG_LIMIT);
    expect(wantedSlug({ id, slug: typed, title: 'Other' })).toBe(typed);
  });
});

describe('article input', () => {
  it('puts the title on one line', () => {
    const { title } = parseInput(ArticleInput, { ...COMPLETE, title: '  Ten days \r\n\n to paid ' });
    expect(title).toBe('Ten days to paid');
    expect(refusalOf({ ...COMPLETE, title: '\r\n' })).toBe('Title is required');
  });

  it('requires only a title and an author', () => {
    expect(refusalOf({ author: 'Dana' })).toBe('Title is required');
    expect(refusalOf({ title: ' \n', author: 'Dana' })).toBe('Title is required');
    expect(refusalOf({ title: 'A title', author: '  ' })).toBe('Author is required');
    expect(parseInput(ArticleInput, COMPLETE)).toMatchObject({
      ...COMPLETE,
      slug: '',
      summary: '',
      readTime: 5,
      categoryId: null,
      tagIds: [],
      imageUrl: null,
      publishAt: null,
    });
  });

  it('strips HTML from the summary and normalizes the slug', () => {
    const parsed = parseInput(ArticleInput, {
      ...COMPLETE,
      slug: ' Ünï Code! ',
      summary: '<p>Fast &amp; <b>bold</b></p><script>x</script>',
      content: '<pre>a\r\nb</pre>',
    });
    expect(parsed).toMatchObject({
      slug: 'uni-code',
      summary: 'Fast & bold',
      content: '<pre>a\nb</pre>',
    });
  });

  it.each([
    [{ title: 'x'.repeat(301) }, 'Title is limited to 300 characters'],
    [{ author: 'x'.repeat(201) }, 'Author is limited to 200 characters'],
    [{ status: 'gone' }, 'Choose a status'],
    [{ categoryId: 'tools' }, 'Choose a category'],
    [{ tagIds: ['roi'] }, 'Choose tags from the list'],
    [{ imageUrl: 'javascript:alert(1)' }, 'Image URL must start with http:// or https://'],
    [{ imageUrl: '//evil.example/x.png' }, 'Image URL must start with http:// or https://'],
    [{ imageUrl: '/\\evil.example/x.png' }, 'Image URL must start with http:// or https://'],
    [{ imageUrl: '/\t/evil.example/x.png' }, 'Image URL must start with http:// or https://'],
    [{ imageUrl: '/%2Fevil.example/x.png' }, 'Image URL must start with http:// or https://'],
    [{ title: '\u200b \u202e\u3164' }, 'Title is required'],
    [{ author: '\u2060' }, 'Author is required'],
    [{ coauthors: 'abcdef'.split('') }, 'An article can have at most 5 co-authors'],
    [{ coauthors: ['x'.repeat(201)] }, 'The name of a co-author is limited to 200 characters'],
    [{ coauthors: ['Ann Lee', 'ann lee'] }, 'Enter each co-author only once'],
    [{ coauthors: ['Ann Lee', 'dana whitfield'] }, 'The author can’t also be a co-author'],
    [{ publishAt: 'tomorrow' }, 'Publish at is not a valid date'],
  ])('rejects %j', (part, message) => expect(refusalOf({ ...COMPLETE, ...part })).toBe(message));

  it('accepts images of other sites and of this site', () => {
    for (const imageUrl of ['https://x.example/a.png', '/media/article-images/articles/1.webp'])
      expect(parseInput(ArticleInput, { ...COMPLETE, imageUrl }).imageUrl).toBe(imageUrl);
  });

  it('keeps form values as typed', () => {
    const typed = { ...EMPTY_FIELDS, ...COMPLETE, publishAt: '2026-03-01T09:30', isPopular: true };
    expect(toArticleInput(typed, 'America/New_York')).toMatchObject({
      isPopular: true,
      readTime: '5',
      status: 'draft',
      publishAt: new Date('2026-03-01T14:30:00Z'),
    });
    expect(refusalOf(toArticleInput({ ...typed, publishAt: '2026-02-30T09:30' }, 'UTC'))).toBe(
      'Publish at is not a valid date',
    );
    expect(EditorFields.parse({ title: 'An old draft' }).status).toBe('draft');
  });
});

describe("publication time in the site's time zone", () => {
  const zone = 'America/New_York';
  it.each([
    ['2026-01-15T09:30', '2026-01-15T14:30:00.000Z'],
    ['2026-07-15T00:00', '2026-07-15T04:00:00.000Z'],
    // Clocks go forward from 02:00 to 03:00.
    ['2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
    // Clocks go back from 02:00 to 01:00; the first occurrence counts.
    ['2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ])('reads %s as %s', (written, moment) => {
    expect(fromZonedInput(written, zone)?.toISOString()).toBe(moment);
  });

  it('is written in the format that it is read in', () => {
    const moment = new Date('2026-07-15T16:45:00Z');
    expect(toZonedInput(moment, zone)).toBe('2026-07-15T12:45');
    expect(fromZonedInput(toZonedInput(moment, zone), zone)).toEqual(moment);
    expect(toZonedInput(moment, 'Asia/Kolkata')).toBe('2026-07-15T22:15');
  });

  it.each(['', 'soon', '2026-13-01T10:00', '2026-02-30T10:00'])('rejects %j', (written) =>
    expect(fromZonedInput(written, zone)).toBeNull());
});

describe('publishing checklist', () => {
  it.each([
    '<',
    '<a ',
    '<a href=x>',
    '<img ',
    '<img alt="',
    '<a>x',
  ])('finishes for a text of nothing but %j', (piece) => {
    const content = piece.repeat(1_000_000 / piece.length);
    expect(listWarnings({ title: 'x', summary: 'x', content, imageUrl: '', imageAlt: '' })).not.toBeNull();
  });

  const fine = {
    title: 'A title',
    summary: 'A summary',
    content: '<h2>One</h2><h3>Two</h3><p><a href="/x">words</a></p><img src="/a.png" alt="A cat">',
    imageUrl: '/a.png',
    imageAlt: 'A cat',
  };
  it.each([
    [{}, []],
    [{ title: 'x'.repeat(61) }, ['title is longer']],
    [{ summary: ' ' }, ['no summary']],
    [{ imageAlt: '' }, ['featured image has no description']],
    [{ imageAlt: '', imageUrl: '' }, []],
    [{ content: '<img src="/a.png" alt=""><img src="/b.png">' }, ['2 images']],
    [{ content: '<h2>One</h2><h4>Two</h4>' }, ['skips a level']],
    [{ content: '<a href="#">x</a>' }, ['no target or no text']],
    [{ content: '<a href="/x"> <b></b></a>' }, ['no target or no text']],
    [{ content: '<a href="/x"><img src="/a.png" alt="A cat"></a>' }, []],
  ])('for %j shows %j', (part, words) => {
    const warnings = listWarnings({ ...fine, ...part });
    expect(warnings).toHaveLength(words.length);
    for (const [i, word] of words.entries()) expect(warnings[i]).toContain(word);
  });
});
