// What an archive contains, and how it reads its input.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from 'dev/startup/settings';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { ArchiveWriter } from '~/features/transfer/export/archive-writer.server';
import { firstState, packState, unpackState } from '~/features/transfer/export/export-state';
import { readFileName, readPartName } from '~/features/transfer/export/manifest';
import { cleanRow, readLines } from '~/features/transfer/restore/clean-rows';
import { ARCHIVED_TABLES } from '~/features/transfer/restore/restore-repo.server';
import { takeBatch } from '~/features/transfer/restore/take-batch';
import { joinBytes } from '~/lib/bytes';
import { type ByteSource, readDirectory, readEntry } from '~/lib/zip/read-zip';
import type { FileStore } from '~/platform/context';

/** Tables that no archive contains, by reason. */
const LEFT_OUT = {
  'people and their keys': [
    'users',
    'profiles',
    'sessions',
    'refresh_tokens',
    'one_time_tokens',
    'pending_sign_ups',
    'auth_throttle',
    'identities',
    'auth_flows',
    'auth_codes',
    'signed_messages',
    'mfa_factors',
    'mfa_challenges',
    'recovery_codes',
    'reading_list',
    'webhook_keys',
    'webhook_endpoints',
    'article_previews',
  ],
  'recreated by triggers': [
    'search_documents',
    'search_noted',
    'search_outdated',
    'search_vocabulary',
    'related_articles',
    'related_outdated',
    'related_terms',
    'article_count_entries',
    'published_count_entries',
    'media_uses',
    'ad_days',
    'article_reading',
    'most_read',
  ],
  'of this installation, not of the magazine': [
    'audit_log',
    'demo_rows',
    'outbox',
    'unknown_paths',
    'index_now_paths',
    'article_drafts',
    'jobs',
    'job_items',
    'webhook_requests',
    'webhook_events',
    'webhook_deliveries',
    'transfer_files',
    'transfer_parts',
    'image_spending',
    'category_image_claims',
    'ad_beacons',
    'ad_views',
    'ad_drops',
    'newsletter_deliveries',
    'newsletter_clicks',
    'search_counts',
    'search_callers',
    'search_opens',
    'reading_beacons',
    'page_views',
    'reading_outcomes',
    'reading_totals',
    'reading_days',
    'reading_hours',
    'reading_groups',
    'cta_days',
    'reading_drops',
    'weekly_emails',
  ],
};

it('exports every table that is not deliberately excluded', async () => {
  const folder = join(projectRoot, 'db/schema');
  const modules = await Promise.all(readdirSync(folder).map((file) => import(join(folder, file))));
  const tables = modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable));
  const names = new Set(tables.map((table) => getTableName(table)));
  const handledTables = [...ARCHIVED_TABLES, ...Object.values(LEFT_OUT).flat()];
  expect([...names].sort()).toEqual([...handledTables].sort());
});

/** A file store that supports only multipart uploads. */
function partsInMemory() {
  const parts = new Map<number, Uint8Array>();
  let whole: Uint8Array | null = null;
  const files = {
    measure: async () => whole?.length ?? null,
    multipart: {
      put: async (_key: string, _upload: string, number: number, bytes: Uint8Array) => {
        if (whole) throw new Error('It is finished');
        parts.set(number, bytes.slice());
        return { number, etag: `e${number}` };
      },
      finish: async () => {
        if (whole) throw new Error('It is finished');
        whole = joinBytes([...parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes));
      },
    },
  };
  return { files: files as unknown as FileStore, parts, whole: () => whole ?? new Uint8Array() };
}

describe('archive export', () => {
  it('can be suspended after any file and uses parts of one size', async () => {
    const store = partsInMemory();
    const partBytes = 300;
    let saved = packState(firstState('u', new Date('2026-01-02T03:04:06Z')), new Uint8Array());
    const plain = (i: number) => Uint8Array.from({ length: 700 + i }, (_, at) => (at * i) & 255);
    for (let i = 0; i < 9; i += 1) {
      const writer = new ArchiveWriter(store.files, 'k', unpackState(saved), partBytes);
      await writer.add(`media/${i}.png`, plain(i), false);
      saved = packState(writer.state, writer.waiting);
    }
    // The directory fills more than one part.
    const size = await new ArchiveWriter(store.files, 'k', unpackState(saved), partBytes).finish();
    // The run crashed before it saved its state and is repeated.
    expect(await new ArchiveWriter(store.files, 'k', unpackState(saved), partBytes).finish()).toBe(size);
    const lengths = [...store.parts.values()].map((part) => part.length);
    expect(lengths.slice(0, -1).every((length) => length === partBytes)).toBe(true);
    const whole = store.whole();
    expect(whole.length).toBe(size);
    const source: ByteSource = { size, read: async (at, length) => whole.slice(at, at + length) };
    const entries = await readDirectory(source);
    expect(entries.map(({ name }) => name)).toEqual(Array.from({ length: 9 }, (_, i) => `media/${i}.png`));
    for (const [i, entry] of entries.entries())
      expect(await readEntry(source, entry, 9_999)).toEqual(plain(i));
  });
});

describe('archive share', () => {
  const most = { bytes: 100, count: 3 };
  it.each([
    [[], []],
    [[10], [[10]]],
    [
      [50, 50, 1],
      [[50, 50], [1]],
    ],
    [
      [500, 500, 5],
      [[500], [500], [5]],
    ],
    [
      [1, 1, 1, 1, 100],
      [[1, 1, 1], [1], [100]],
    ],
  ])('accepts as many files as fit: %j', (sizes, expected) => {
    const shares: (readonly number[])[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const { some, next }: ReturnType<typeof takeBatch<number>> = takeBatch(
        sizes,
        from,
        (size) => size,
        most,
      );
      if (some.length > 0) shares.push(some);
      from = next;
    }
    expect(shares).toEqual(expected);
  });
});

describe('archive import', () => {
  it.each([
    ['data/articles-0001.ndjson', { section: 'articles', part: 1 }],
    ['data/revisions-0002-0007.ndjson', { section: 'revisions', part: 2 }],
    ['data/users-0001.ndjson', null],
    ['data/articles-0001-0001.ndjson', null],
    ['data/../articles-0001.ndjson', null],
  ])('decides whether a file belongs to the archive: %s', (name, expected) => {
    expect(readPartName(name)).toEqual(expected);
  });

  it.each([
    ['media/article-images/articles/1.jpg', 'image/jpeg'],
    ['media/article-images/a/b/c-1.webp', 'image/webp'],
    ['media/article-images/articles/1.svg', undefined],
    ['media/article-images/articles/1.html', undefined],
    ['media/transfer/files/1.jpg', undefined],
    ['media/article-images/../transfer/1.jpg', undefined],
    ['article-images/articles/1.jpg', undefined],
  ])('decides whether a file is an image: %s', (name, type) => {
    expect(readFileName(name)?.contentType).toBe(type);
  });

  it.each([
    ['articles', { content: '<p onclick="x()">a</p><script>b</script>' }, { content: '<p>a</p>' }],
    ['ads', { link_url: 'javascript:alert(1)' }, { link_url: null }],
    ['ads', { link_url: '//evil.example' }, { link_url: null }],
    ['ads', { link_url: 'https://fine.example/?a=1' }, { link_url: 'https://fine.example/?a=1' }],
    ['ctas', { button_link: '/newsletter' }, { button_link: '/newsletter' }],
    ['redirects', { to_path: '/%2Fevil.example' }, null],
    ['newsletter_issues', { content: { articles: 'x' } }, { content: {} }],
    ['newsletter_issues', { content: null }, { content: null }],
    ['generated_images', { url: 'javascript:alert(1)', previous_url: null }, null],
    [
      'settings',
      {
        key: 'site',
        value: { name: 'N', socialLinks: ['javascript:alert(1)', '#', '#', '#'], indexNowKey: '../x' },
      },
      { key: 'site', value: { name: 'N' } },
    ],
    [
      'settings',
      { key: 'site', value: { name: 'N', adsTxt: '<script>alert(1)</script>' } },
      { key: 'site', value: { name: 'N' } },
    ],
    [
      'settings',
      { key: 'site', value: { adsTxt: '# ours\nads.example, 1, DIRECT' } },
      { key: 'site', value: { adsTxt: '# ours\nads.example, 1, DIRECT' } },
    ],
    [
      'settings',
      { key: 'newsletter', value: { senderName: 'N', senderAddress: 'a@b.example\nBcc: c@d.example' } },
      { key: 'newsletter', value: { senderName: 'N' } },
    ],
    [
      'settings',
      { key: 'newsletter', value: { senderAddress: '' } },
      { key: 'newsletter', value: { senderAddress: '' } },
    ],
    ['media', { key: 'transfer/files/1' }, null],
    ['media', { key: 'article-images/../transfer/files/1' }, null],
    ['media', { key: 'article-images/articles/1.jpg' }, { key: 'article-images/articles/1.jpg' }],
    ['articles', { image_url: '/\\evil.example/a.png' }, { image_url: null }],
    ['articles', { image_url: '/media/article-images/1.jpg' }, { image_url: '/media/article-images/1.jpg' }],
    ['ads', { image_url: 'javascript:alert(1)' }, { image_url: null }],
    [
      'article_revisions',
      { snapshot: { content: '<b>x</b><iframe></iframe>', title: 'T' } },
      { snapshot: { content: '<b>x</b>', title: 'T' } },
    ],
    [
      'article_templates',
      { fields: { content: '<p onclick="x()">a</p>', imageUrl: 'javascript:alert(1)', title: 'T' } },
      { fields: { content: '<p>a</p>', imageUrl: '', title: 'T' } },
    ],
    ['leads', { email: 'a@x.example' }, { email: 'a@x.example' }],
  ])('cleans values: %s', (table, row, expected) => {
    expect(cleanRow(table, row)).toEqual(expected);
  });

  it('reads only rows that the database can store', () => {
    expect(readLines('{"a":"b\\u0000c\\ud800d"}\n\n{"n":[{"x":"\\u0000"}]}\n')).toEqual([
      { a: 'bcd' },
      { n: [{ x: '' }] },
    ]);
    for (const text of ['[1]', '{"a":', 'null', '"x"']) expect(() => readLines(text)).toThrow('damaged');
  });
});
