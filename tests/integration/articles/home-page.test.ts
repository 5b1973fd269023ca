// Which articles the home page reads and shows, on the real database.
import { expect } from 'vitest';
import { addArticle, emptyMagazine } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';

const { it, site } = siteTest();

it('shows in a section those of its newest 8 articles that are not above', async () => {
  await emptyMagazine(site.db);
  for (let age = 1; age <= 10; age += 1)
    await addArticle(site.db, { slug: `story-${age}`, category: 'operations', age, isFeatured: age <= 3 });
  const html = await (await site.get('/')).text();
  const [, section = ''] = html.split('aria-labelledby="operations"');
  const links = [...(section.split('</section>')[0] ?? '').matchAll(/href="\/article\/([^"]+)"/g)];
  // Above are the hero, the rest of the featured articles and, in Latest Stories, the two newest others.
  expect([...new Set(links.map(([, slug]) => slug))]).toEqual(['story-6', 'story-7', 'story-8']);
});
