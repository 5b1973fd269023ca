// Rules for an author's profile that need no database.
import { describe, expect, it } from 'vitest';
import { linkLabel } from '~/features/articles/authors/author';
import { AuthorInput } from '~/features/articles/authors/author-input';

const read = (input: Record<string, string>) => AuthorInput.safeParse({ name: 'Dana Whitfield', ...input });
const refusalOf = (input: Record<string, string>) => read(input).error?.issues[0]?.message;

describe('author form', () => {
  it('accepts a name alone, and makes every text one line', () => {
    expect(read({}).data).toEqual({
      name: 'Dana Whitfield',
      slug: '',
      role: '',
      bio: '',
      imageUrl: '',
      links: [],
      userId: null,
    });
    expect(
      read({ name: ' Dana \n Whitfield ', bio: 'One.\r\n\r\nTwo.\0', role: '\u200b' }).data,
    ).toMatchObject({ name: 'Dana Whitfield', bio: 'One. Two.', role: '' });
  });

  it.each([
    [{ name: ' \u200b ' }, 'Name is required'],
    [{ name: 'n'.repeat(201) }, 'Name is limited to 200 characters'],
    [{ role: 'r'.repeat(81) }, 'Role is limited to 80 characters'],
    [{ bio: 'b'.repeat(601) }, 'Bio is limited to 600 characters'],
    [{ imageUrl: 'javascript:alert(1)' }, 'Image URL must start with http:// or https://'],
    [{ imageUrl: '/\\evil.example/a.png' }, 'Image URL must start with http:// or https://'],
  ])('refuses %j', (input, message) => {
    expect(refusalOf(input)).toBe(message);
  });

  it('reads links separated by lines or spaces, without repetitions', () => {
    const links = 'https://EXAMPLE.com\r\nhttps://example.org/a?b=c  https://example.org/a?b=c';
    expect(read({ links }).data?.links).toEqual(['https://example.com/', 'https://example.org/a?b=c']);
  });

  it.each([
    'http://example.com',
    'javascript:alert(1)',
    'https://ann:secret@example.com',
    '/about',
    'example.com',
  ])('refuses the link %s', (link) => {
    expect(refusalOf({ links: link })).toBe('Each link must be a URL that begins with https://');
  });

  it('refuses a sixth link and one that is too long', () => {
    const links = Array.from({ length: 6 }, (_, n) => `https://example.com/${n}`);
    expect(refusalOf({ links: links.join('\n') })).toBe('Enter at most 5 links');
    expect(read({ links: links.slice(1).join('\n') }).success).toBe(true);
    expect(refusalOf({ links: `https://example.com/${'a'.repeat(300)}` })).toBe(
      'A link is limited to 300 characters',
    );
  });
});

describe('label of a link', () => {
  it('is the host and path', () => {
    expect(linkLabel('https://www.linkedin.com/in/dana/?x=1')).toBe('linkedin.com/in/dana');
    expect(linkLabel('https://example.com/')).toBe('example.com');
  });
});
