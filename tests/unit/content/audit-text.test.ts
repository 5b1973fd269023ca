// How the audit log shortens differences and describes events.
import { describe, expect, it } from 'vitest';
import { listChanges } from '~/features/audit/audit-entry';
import { describeEvent, labelEvent, listShownChanges } from '~/features/audit-log/audit-text';
import { aroundDifferences } from '~/lib/text';

const lexicon = { nameOf: () => undefined, moment: (date: Date) => date.toISOString() };

describe('difference', () => {
  it('of long texts keeps the part that changed, not their beginning', () => {
    const text = 'word '.repeat(200);
    const { content } = listChanges({ content: `${text}old${text}` }, { content: `${text}new${text}` });
    expect(content?.from).toMatch(/^…(word )+oldword .*…$/);
    expect(content?.to).toContain('new');
    expect(String(content?.to).length).toBeLessThanOrEqual(202);
  });

  it('of short texts is complete and leaves out equal values', () => {
    expect(listChanges({ a: 1, b: 'x', c: null }, { a: 1, b: 'y', c: undefined })).toEqual({
      b: { from: 'x', to: 'y' },
    });
    expect(listChanges({ text: '' }, { text: 'z'.repeat(300) }).text).toEqual({
      from: '',
      to: `${'z'.repeat(200)}…`,
    });
  });

  it('of long texts never splits a character', () => {
    for (const lead of ['', 'x', 'xx']) {
      const text = lead + '😀'.repeat(300);
      for (const other of [
        `${text}!`,
        `${lead}!${text.slice(lead.length)}`,
        text.replace(/(.{300})/u, '$1?'),
      ])
        for (const piece of Object.values(listChanges({ text }, { text: other }).text ?? {}))
          expect(String(piece), `${lead} ${piece}`).not.toMatch(/\p{Surrogate}/u);
    }
  });

  it('includes a few words of context', () => {
    expect(aroundDifferences('one two three', 'one 2 three', 2)).toEqual(['…e two t…', '…e 2 t…']);
    expect(aroundDifferences('same', 'same and more', 50)).toEqual(['same', 'same and more']);
    expect(aroundDifferences('aaa', 'aaaa', 1)).toEqual(['…a', '…aa']);
  });

  it('hides fields whose name suggests a secret', () => {
    const changes = { refreshToken: { from: 'a', to: 'b' }, name: { from: 'c', to: 'd' }, odd: 'no change' };
    expect(listShownChanges('user_changed', { changes, session: 's' }, lexicon)).toEqual([
      { label: 'Name', from: 'c', to: 'd' },
    ]);
  });
});

describe('audit event', () => {
  it('names the role of an invited person once', () => {
    expect(describeEvent('user_invited', 'new@example.com', { to: 'author' })).toBe(
      'invited new@example.com as an author',
    );
    expect(describeEvent('user_invited', 'new@example.com', { to: 'admin', again: true })).toBe(
      'invited new@example.com again as an admin',
    );
    expect(listShownChanges('user_invited', { to: 'author' }, lexicon)).toEqual([]);
    expect(describeEvent('sign_in_failed', 'ann@example.com', { reason: 'suspended' })).toBe(
      'failed to sign in as ann@example.com, whose account is disabled',
    );
    expect(describeEvent('sign_in_failed', 'ann@example.com', {})).toBe(
      'failed to sign in as ann@example.com',
    );
    expect(describeEvent('cta_created', 'Ask us', {})).toBe('created the call to action “Ask us”');
  });

  it('of an unknown type is still a sentence', () => {
    expect(describeEvent('ad_placement_updated', 'Footer', {})).toBe('changed the ad placement “Footer”');
    expect(describeEvent('constructor', null, {})).toBe('constructor');
    expect(labelEvent('media_uploaded')).toBe('Image uploaded');
  });
});
