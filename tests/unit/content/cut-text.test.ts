// Names and sources from outside are cut between characters: PostgreSQL rejects half of a surrogate pair.
import { expect, it } from 'vitest';
import { splitName } from '~/features/accounts/api/api-input';
import { toPerson } from '~/features/accounts/providers/issuer.server';
import { sourceOf } from '~/features/readership/tracking/visit-source';
import { proposeAuthor } from '~/features/transfer/import/import-choices';
import { sourceName } from '~/features/transfer/import/source-post';
import { sentenceOf } from '~/platform/mail/mail-call.server';

/** Its last character would be cut in half. */
const upTo = (limit: number) => `${'x'.repeat(limit - 1)}😀`;
const kept = (limit: number) => 'x'.repeat(limit - 1);

it('cuts the campaign of a visit', () => {
  const search = `?utm_source=${encodeURIComponent(upTo(60))}`;
  const arrival = { referrer: '', search, isInternal: false };
  expect(sourceOf(arrival, 'magazine.test').name).toBe(kept(60));
});

it('cuts the name of an API client', () => {
  expect(splitName({ full_name: upTo(120) }).fullName).toBe(kept(120));
});

it('cuts the names of an imported author and site', () => {
  const existing = { categories: [], tags: [], authors: [] };
  expect(proposeAuthor({ id: 'ann', name: upTo(200), count: 1 }, existing)).toBe(kept(200));
  const source = sourceName({ product: 'ghost', siteUrl: '', siteName: upTo(100) });
  expect(source).toBe(`ghost:${kept(100)}`);
});

it("cuts a mail provider's error message", () => {
  expect(sentenceOf({ message: upTo(300) }, 422)).toBe(kept(300));
});

it('cuts the claims of an identity provider', () => {
  const provider = { id: 'acme', name: 'Acme', issuer: 'https://acme.test', domains: [] } as never;
  const person = toPerson(provider, { sub: upTo(500), name: upTo(120) });
  expect(person).toMatchObject({ subject: kept(500), fullName: kept(120) });
});
