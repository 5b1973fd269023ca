import { describe, expect, it } from 'vitest';
import { readInterfaceText } from '../../../dev/check/interface-text';
import { findForbiddenWords } from '../../../dev/check/vocabulary';

describe('the vocabulary check', () => {
  it('names the file, the line and the replacement', () => {
    expect(findForbiddenWords('app/lib/slug.ts', 'const a = 1;\n// Knocks on a door.')).toEqual([
      'app/lib/slug.ts:2: "door", use route, endpoint or handler',
      'app/lib/slug.ts:2: "Knocks", use request',
    ]);
  });

  it.each([
    ['a part of an identifier', 'const firstPicture = 1;'],
    ['a part of a constant', 'const MAX_LETTERS = 3;'],
    ['an identifier of several parts', 'await purgeTouched(ctx);'],
    ['text on the screen', '<p>Try at once.</p>'],
    ['the admin in code', 'class NewsroomShell {}'],
  ])('finds %s', (_, line) => {
    expect(findForbiddenWords('app/ui/icon.tsx', line)).toHaveLength(1);
  });

  it.each([
    ['words that only contain one', 'const timestamp = outdoors + landscape;'],
    ['a function of the language', 'Math.floor(1.5);'],
    ['the name on the screen', '<span>Newsroom</span>'],
    ['an HTML element', '<picture><source srcSet={wide} /></picture>'],
  ])('allows %s', (_, line) => {
    expect(findForbiddenWords('app/ui/icon.tsx', line)).toEqual([]);
  });

  it('allows an exception in its file only', () => {
    const line = "const kind = 'picture';";
    expect(findForbiddenWords('db/schema/transfers.ts', line)).toEqual([]);
    expect(findForbiddenWords('app/lib/slug.ts', line)).toHaveLength(1);
  });
});

describe('the interface text', () => {
  const textOf = (source: string) => readInterfaceText('a.tsx', source).map(({ text }) => text);

  it('is a whole sentence, also over several lines and inline elements', () => {
    const source = `<p className="meta quiet">
      Tried <b>at</b>
      once, {count} times<br title="A new line" />{note && <i>Read it again.</i>}
    </p>`;
    expect(textOf(source)).toEqual(['Tried at once, {} times{}', 'A new line', 'Read it again.']);
    expect(findForbiddenWords('app/ui/icon.tsx', textOf(source).join('\n'))).toHaveLength(1);
  });

  it('contains labels, messages and emails, but no code', () => {
    const source = `
      import page from 'some page';
      const fail = () => { throw new RangeError(\`Up to \${n} rows\`); };
      const mail = '<p style="margin: 0">Confirm your address.</p>';
      const rows = sql\`select all rows\`;
      const field = <input className="field wide" aria-label="search" pattern="two words" />;
      const button = <SubmitButton pending="Saving..." intent="save" />;`;
    expect(textOf(source)).toEqual(['Up to {} rows', 'Confirm your address.', 'search', 'Saving...']);
  });
});
