// Copies of unsaved articles and pages in localStorage.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_FIELDS } from '~/features/articles/editor/editor-fields';
import type { PageFields } from '~/features/pages/page-view';
import { articleCopies, preserveCopy } from '~/layouts/admin/article-editor/article-copies';
import { type PageCopy, pageCopies, savePageCopy } from '~/layouts/admin/page-editor/page-copies';
import { rememberOwner } from '~/layouts/admin/unsaved/copy-owner';

const TEXT = { ...EMPTY_FIELDS, title: 'Retainers', content: '<p>one\ntwo</p>' };
const COPY = { copyId: 'tab-1', id: 'article-1', owner: 'dana', version: 3, fields: TEXT };

/** Its entries are its own properties, as in localStorage. */
class Storage {
  [key: string]: unknown;
  getItem(key: string) {
    return this[key] ?? null;
  }
  setItem(key: string, value: string) {
    const isFull = !(key in this) && Object.keys(this).length >= capacity;
    if (isFull || value.length > maxLength) throw new Error('The quota has been exceeded.');
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

/** The number of entries that fit. */
let capacity: number;
/** Of one entry. */
let maxLength: number;
let storage: Storage;

beforeEach(() => {
  capacity = 10;
  maxLength = 10_000;
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
    expect(articleCopies.save(COPY)).toBe(true);
    vi.setSystemTime('2026-11-03T09:00:01Z');
    articleCopies.save({ ...COPY, copyId: 'tab-2', fields: { ...TEXT, title: 'Newer' } });
    articleCopies.save({ ...COPY, copyId: 'tab-3', owner: 'sam' });
    articleCopies.save({ ...COPY, copyId: 'tab-4', id: 'article-2', version: 0 });
    expect(titles()).toEqual(['Newer', 'Retainers']);
    expect(articleCopies.find('dana', null).map(({ id }) => id)).toEqual(['article-2']);
  });

  it('that are damaged or incomplete are skipped', () => {
    storage.setItem('article-copy:a', '{');
    storage.setItem('article-copy:b', 'null');
    storage.setItem('article-copy:c', JSON.stringify({ ...COPY, savedAt: 5 }));
    storage.setItem('article-copy:d', JSON.stringify({ ...COPY, savedAt: '2026', fields: undefined }));
    articleCopies.save(COPY);
    expect(titles()).toEqual(['Retainers']);
  });

  it('are deleted only as they were seen', () => {
    articleCopies.save(COPY);
    articleCopies.delete('tab-1', '2020-01-01T00:00:00.000Z');
    expect(titles()).toEqual(['Retainers']);
    articleCopies.delete('tab-1', articleCopies.get('tab-1')?.savedAt);
    expect(titles()).toEqual([]);
  });

  it('are neither kept nor found when localStorage is blocked or full', () => {
    capacity = 0;
    expect(articleCopies.save(COPY)).toBe(false);
    vi.stubGlobal('localStorage', undefined);
    expect(articleCopies.save(COPY)).toBe(false);
    expect(articleCopies.get('tab-1')).toBeNull();
    expect(articleCopies.find('dana', 'article-1')).toEqual([]);
    expect(() => articleCopies.delete('tab-1')).not.toThrow();
  });

  it('get a new id when they contain more than was submitted, also in a full localStorage', () => {
    capacity = 1;
    articleCopies.save(COPY);
    preserveCopy('tab-1', { ...TEXT, content: '<p>one\r\ntwo</p>' });
    expect(Object.keys(storage)).toEqual(['article-copy:tab-1']);
    preserveCopy('tab-1', { ...TEXT, title: 'Submitted' });
    expect(storage.getItem('article-copy:tab-1')).toBeNull();
    expect(titles()).toEqual(['Retainers']);
  });
});

describe('a restored copy of an unsaved page', () => {
  const page = { id: 'page-1', owner: 'dana', version: 3, isSent: false };
  const fields = (title: string): PageFields => ({ ...EMPTY_FIELDS, title });
  const restore = (): PageCopy | null => {
    pageCopies.save({ ...page, copyId: 'earlier', fields: fields('Typed') });
    return pageCopies.get('earlier');
  };
  const pageTitles = () => pageCopies.find('dana', 'page-1').map((copy) => copy.fields.title);

  it("is replaced by the tab's copy, also in a full localStorage", () => {
    capacity = 1;
    savePageCopy({ ...page, copyId: 'tab-1', fields: fields('Typed on') }, restore());
    expect(Object.keys(storage)).toEqual(['page-copy:tab-1']);
    expect(pageTitles()).toEqual(['Typed on']);
  });

  it("stays as it was when localStorage has no space for the tab's copy", () => {
    vi.setSystemTime('2026-11-03T09:00:00Z');
    const restored = restore();
    vi.setSystemTime('2026-11-03T10:00:00Z');
    maxLength = JSON.stringify(restored).length;
    savePageCopy({ ...page, copyId: 'tab-1', fields: fields('Too long. '.repeat(50)) }, restored);
    expect(Object.keys(storage)).toEqual(['page-copy:earlier']);
    expect(pageCopies.get('earlier')).toEqual(restored);
  });

  it('stays when another tab has changed it since', () => {
    vi.setSystemTime('2026-11-03T09:00:00Z');
    const restored = restore();
    vi.setSystemTime('2026-11-03T10:00:00Z');
    pageCopies.save({ ...page, copyId: 'earlier', fields: fields('Changed') });
    savePageCopy({ ...page, copyId: 'tab-1', fields: fields('Typed on') }, restored);
    expect(pageTitles().sort()).toEqual(['Changed', 'Typed on']);
  });
});

describe('the copies of other accounts', () => {
  it('are deleted after 30 days, also when some are damaged or localStorage is full', () => {
    // Damaged copies come before and after the old one.
    storage.setItem('article-copy:a', '{');
    vi.setSystemTime('2026-09-01T09:00:00Z');
    articleCopies.save({ ...COPY, copyId: 'old', owner: 'sam' });
    articleCopies.save({ ...COPY, copyId: 'own' });
    vi.setSystemTime('2026-11-03T09:00:00Z');
    articleCopies.save({ ...COPY, copyId: 'recent', owner: 'sam' });
    storage.setItem('page-copy:b', '');
    storage.setItem('another', '{');
    capacity = 0;
    rememberOwner('dana');
    expect(Object.keys(storage).sort()).toEqual(['another', 'article-copy:own', 'article-copy:recent']);
  });
});
