// What a search marks in its results.
import { beforeEach, describe, expect } from 'vitest';
import type { DialogResults } from '~/features/search/search-view';
import { addArticle, emptyMagazine } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';

const { it, site } = siteTest();

beforeEach(() => emptyMagazine(site.db));

async function findCards(query: string): Promise<DialogResults> {
  const response = await site.get(`/api/search?q=${encodeURIComponent(query)}&view=card`);
  expect(response.status).toBe(200);
  return (await response.json()) as DialogResults;
}

const count = () => site.db.query('select count_vocabulary()');

describe('marks in results', () => {
  it('cover synonyms and quoted phrases of several words as a whole', async () => {
    const filler = '<p>Nothing about it here.</p>'.repeat(20);
    const content = `<p>Personal branding of an assistant.</p>${filler}<p>Then personal injuries, and a virtual assistant.</p>`;
    await addArticle(site.db, { slug: 'long', title: 'Personal injury', summary: 'A summary.', content });
    await count();
    const { found, forms } = await findCards('PI');
    expect(forms.sort()).toEqual(['personal injuries', 'personal injury']);
    expect(found[0]?.excerpt).toContain('personal injuries');
    const [other] = (await findCards('VA')).found;
    expect(other?.excerpt).toContain('virtual assistant');
    expect((await findCards('"personal injury" branding')).forms.sort()).toEqual([
      'branding',
      'personal injury',
    ]);
    expect((await findCards('personal branding')).forms.sort()).toEqual(['branding', 'personal']);
  });

  it('cover synonyms with stop words, and no synonym that is only a part of another one', async () => {
    const content =
      '<p>A power of attorney. The client acquisition cost, without the acquisition cost of others.</p>';
    await addArticle(site.db, { slug: 'poa', title: 'Estate plans', content });
    await count();
    expect((await findCards('POA')).forms).toEqual(['power of attorney']);
    expect((await findCards('CPA')).forms).toEqual(['client acquisition cost']);
  });

  it('cover a synonym of twenty words within the time limit', async () => {
    const term = Array.from({ length: 20 }, () => 'ad').join(' ');
    await addArticle(site.db, { slug: 'ads', title: 'Ads', content: `<p>Many ads: ${term}.</p>` });
    await count();
    await site.db.query('insert into search_synonyms (terms) values ($1)', [['adverts', term]]);
    expect((await findCards('adverts')).forms).toEqual([term]);
    await site.db.query("delete from search_synonyms where terms[1] = 'adverts'");
  });

  it('cover single words of a quoted phrase in results that need not contain it', async () => {
    const content = '<p>An attorney needs power.</p>';
    await addArticle(site.db, { slug: 'some', title: 'Forms', content });
    await count();
    const { found, forms } = await findCards('"power of attorney" forms needs');
    expect(found.map(({ kind }) => kind)).toEqual(['some']);
    expect(forms).toEqual(expect.arrayContaining(['attorney', 'forms', 'power']));
  });
});
