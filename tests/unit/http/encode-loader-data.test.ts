import { decode, encode } from 'turbo-stream';
import { describe, expect, it } from 'vitest';
import { encodePlain } from '~/http/document/encode-loader-data';

const asLibrary = (data: unknown) => new Response(encode(data)).text();

async function decoded(text: string): Promise<unknown> {
  const { body } = new Response(text);
  return (await decode(body as ReadableStream<Uint8Array>)).value;
}

/** Numbers from 0 to 1, the same in every run (a linear congruential generator). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const LEAVES = [
  '',
  'id',
  'title',
  '“quoted” </script> \u2028 \ud83d\ude00',
  'lone \ud800 half',
  0,
  1,
  -7,
  1.5,
  1e21,
  true,
  false,
  null,
  undefined,
];

function anyData(next: () => number, depth: number): unknown {
  const pick = Math.floor(next() * (depth === 0 ? 1 : 3));
  if (pick === 0) return LEAVES[Math.floor(next() * LEAVES.length)];
  const items = Array.from({ length: Math.floor(next() * 5) }, () => anyData(next, depth - 1));
  if (pick === 1) return items;
  return Object.fromEntries(items.map((item, at) => [`${next() < 0.5 ? 'key' : ''}${at}`, item]));
}

describe('loader data encoding', () => {
  it('writes plain data exactly as turbo-stream does', async () => {
    const next = numbersFrom(20);
    for (let round = 0; round < 500; round++) {
      const data = { first: anyData(next, 4), second: [anyData(next, 4)] };
      const text = encodePlain(data);
      expect(text).toBe(await asLibrary(data));
      expect(await decoded(text ?? '')).toEqual(data);
    }
  });

  it('keeps references to the same value', async () => {
    const shared: Record<string, unknown> = { name: 'Operations' };
    shared.itself = shared;
    const data = { one: shared, two: [shared] };
    const text = encodePlain(data);
    expect(text).toBe(await asLibrary(data));
    const back = (await decoded(text ?? '')) as typeof data;
    expect(back.one.itself).toBe(back.one);
    expect(back.two[0]).toBe(back.one);
  });

  it.each([
    ['a date', new Date(0)],
    ['a promise', Promise.resolve(1)],
    ['an error', new Error('no')],
    ['a map', new Map()],
    ['a set', new Set()],
    ['a URL', new URL('https://example.com')],
    ['a pattern', /x/],
    ['a function', () => 1],
    ['a symbol', Symbol.for('x')],
    ['a large integer', 1n],
    ['not a number', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['minus zero', -0],
    ['an array with a hole', new Array(1)],
    ['an object without a prototype', Object.create(null)],
    ['an object of a class', new (class Card {})()],
    ['a value that Remix marks with a symbol', { [Symbol('SingleFetchRedirect')]: { status: 302 } }],
  ])('leaves %s to turbo-stream', (_name, thing) => {
    expect(encodePlain({ deep: [{ thing }] })).toBeNull();
    expect(encodePlain(thing)).toBeNull();
  });
});
