// Copies of unsaved articles in localStorage.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_FIELDS } from '~/features/articles/editor/editor-fields';
import { articleCopies, preserveCopy } from '~/layouts/admin/article-editor/article-copies';

const TEXT = { ...EMPTY_FIELDS, title: 'Retainers', content: '<p>one\ntwo</p>' };
const COPY = { copyId: 'tab-1', id: 'article-1', owner: 'dana', version: 3, fields: TEXT };

/** Its entries are its own properties, as in localStorage. */
class Storage {
  [key: string]: unknown;
  getItem(key: string) {
    return this[key] ?? null;
  }
  setItem(key: string, value: string) {
    if (!(key in this) && Object.keys(this).length >= capacity)
      throw new Error('The quota has been exceeded.');
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

/** The number of entries that fit. */
let capacity: number;
let storage: Storage;

beforeEach(() => {
  capacity = 10;
  storage = new Storage();
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const titles = () => articleCopies.find('dana', 'article-1').map(({ fields }) => fields.title);

describe('copies of unsaved articles', () => {
  it('are found by their account and article, newest first', () => {
    vi.setSystemTime('2026-11-03T09:00:00Z');
    expect(articleCopies.keep(COPY)).toBe(true);
    vi.setSystemTime('2026-11-03T09:00:01Z');
    articleCopies.keep({ ...COPY, copyId: 'tab-2', fields: { ...TEXT, title: 'Newer' } });
    articleCopies.keep({ ...COPY, copyId: 'tab-3', owner: 'sam' });
    articleCopies.keep({ ...COPY, copyId: 'tab-4', id: 'article-2', version: 0 });
    expect(titles()).toEqual(['Newer', 'Retainers']);
    expect(articleCopies.find('dana', null).map(({ id }) => id)).toEqual(['article-2']);
  });

  it('that are damaged or incomplete are skipped', () => {
    storage.setItem('article-copy:a', '{');
    storage.setItem('article-copy:b', 'null');
    storage.setItem('article-copy:c', JSON.stringify({ ...COPY, savedAt: 5 }));
    storage.setItem('article-copy:d', JSON.stringify({ ...COPY, savedAt: '2026', fields: undefined }));
    articleCopies.keep(COPY);
    expect(titles()).toEqual(['Retainers']);
  });

  it('are deleted only as they were seen', () => {
    articleCopies.keep(COPY);
    articleCopies.delete('tab-1', '2020-01-01T00:00:00.000Z');
    expect(titles()).toEqual(['Retainers']);
    articleCopies.delete('tab-1', articleCopies.get('tab-1')?.savedAt);
    expect(titles()).toEqual([]);
  });

  it('are neither kept nor found when localStorage is blocked or full', () => {
    capacity = 0;
    expect(articleCopies.keep(COPY)).toBe(false);
    vi.stubGlobal('localStorage', undefined);
    expect(articleCopies.keep(COPY)).toBe(false);
    expect(articleCopies.get('tab-1')).toBeNull();
    expect(articleCopies.find('dana', 'article-1')).toEqual([]);
    expect(() => articleCopies.delete('tab-1')).not.toThrow();
  });

  it('get a new id when they contain more than was submitted, also in a full localStorage', () => {
    capacity = 1;
    articleCopies.keep(COPY);
    preserveCopy('tab-1', { ...TEXT, content: '<p>one\r\ntwo</p>' });
    expect(Object.keys(storage)).toEqual(['article-copy:tab-1']);
    preserveCopy('tab-1', { ...TEXT, title: 'Submitted' });
    expect(storage.getItem('article-copy:tab-1')).toBeNull();
    expect(titles()).toEqual(['Retainers']);
  });
});
