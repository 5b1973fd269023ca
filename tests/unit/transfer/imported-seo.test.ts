// Search and social fields in exports of WordPress plugins and Ghost, and how they fit into the fields here.
import { describe, expect, it } from 'vitest';
import { toSeo, toSeoFields } from '~/features/seo/seo';
import { fitSeo } from '~/features/seo/seo-input';
import { readGhostPost } from '~/features/transfer/import/ghost/ghost-post';
import { surveyGhost } from '~/features/transfer/import/ghost/survey-ghost.server';
import { readWxrPost } from '~/features/transfer/import/wordpress/wxr-post';

const bytes = (text: string) => new TextEncoder().encode(text);

function wordpressSeo(meta: Record<string, string>) {
  const rows = Object.entries(meta).map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
  );
  const item = `<item><title>A post</title><wp:post_id>7</wp:post_id>${rows.join('')}</item>`;
  return readWxrPost(bytes(item), {
    kind: 'article',
    sourceId: '7',
    slug: 'a-post',
    images: 0,
    from: 0,
    to: 0,
  });
}

describe('a WordPress post', () => {
  it('has the fields of Yoast SEO, and its description as summary', () => {
    const { seo, summary } = wordpressSeo({
      _yoast_wpseo_title: 'A better title',
      _yoast_wpseo_metadesc: 'What it says &amp; why.',
      _yoast_wpseo_canonical: 'https://bar.example/a',
      '_yoast_wpseo_meta-robots-noindex': '1',
      '_yoast_wpseo_opengraph-title': 'For friends',
      '_yoast_wpseo_opengraph-image': 'https://old.example/card.png',
    });
    expect(seo).toEqual({
      searchTitle: 'A better title',
      searchDescription: 'What it says & why.',
      canonicalUrl: 'https://bar.example/a',
      hideFromSearch: 'on',
      socialTitle: 'For friends',
      socialImage: 'https://old.example/card.png',
    });
    expect(summary).toBe('What it says & why.');
  });

  it('has the fields of Rank Math', () => {
    const { seo } = wordpressSeo({
      rank_math_title: 'A better title',
      rank_math_robots: 'a:1:{i:0;s:7:"noindex";}',
      rank_math_facebook_description: 'For friends',
    });
    expect(seo).toEqual({
      searchTitle: 'A better title',
      hideFromSearch: 'on',
      socialDescription: 'For friends',
    });
  });

  it.each([
    [{ _yoast_wpseo_title: '%%title%% %%sep%% %%sitename%%' }],
    [{ rank_math_title: '%title% %sep% %sitename%' }],
    [{ '_yoast_wpseo_meta-robots-noindex': '2' }],
    [{ rank_math_robots: 'a:1:{i:0;s:5:"index";}' }],
  ])('has no fields from %o', (meta) => {
    expect(wordpressSeo(meta).seo).toEqual({});
  });

  it('reports the fields that it cannot store', () => {
    const { seo, notes } = wordpressSeo({
      _yoast_wpseo_title: 'Raise fees %%sep%% %%sitename%%',
      rank_math_title: 'Raise fees',
      '_yoast_wpseo_opengraph-title': 'For friends',
      '_yoast_wpseo_twitter-title': 'For followers',
      '_yoast_wpseo_twitter-description': 'In short.',
    });
    expect(seo).toEqual({
      searchTitle: 'Raise fees',
      socialTitle: 'For friends',
      socialDescription: 'In short.',
    });
    expect(notes).toEqual([
      'Its “Search title” was left out, because it contains plugin variables: Raise fees %%sep%% %%sitename%%',
      'Another “Social title” was left out: For followers',
    ]);
  });

  it('keeps addresses as they are stored', () => {
    const { seo } = wordpressSeo({
      _yoast_wpseo_canonical: ' https://o.example/?a=1&copy=2&lt=3 ',
      '_yoast_wpseo_opengraph-image': 'https://o.example/%CE%BC/card.png',
    });
    expect(seo).toEqual({
      canonicalUrl: 'https://o.example/?a=1&copy=2&lt=3',
      socialImage: 'https://o.example/%CE%BC/card.png',
    });
  });
});

it('a Ghost post has its fields, with the address of its site', async () => {
  const file = bytes(
    JSON.stringify({
      db: [
        {
          data: {
            posts: [
              {
                ...{ id: 'p1', title: 'A post', slug: 'a-post', html: '<p>Text</p>', type: 'post' },
                ...{ status: 'published', canonical_url: 'https://bar.example/a' },
              },
            ],
            posts_meta: [
              {
                ...{ post_id: 'p1', meta_title: 'A better title', meta_description: 'What it says.' },
                ...{ og_title: 'For friends', og_image: '__GHOST_URL__/content/images/card.png' },
                ...{ twitter_title: 'For followers', twitter_description: 'In short.' },
              },
            ],
            tags: [{ id: 't1', name: 'Fees', slug: 'fees', meta_title: 'All about fees', og_title: '' }],
            users: [{ id: 'u1', name: 'Kim', website: 'https://kim.example', twitter: '@kim' }],
          },
        },
      ],
    }),
  );
  async function* whole() {
    yield file;
  }
  const { places, survey } = await surveyGhost(whole());
  expect(survey.notes).toContain(
    'These details of tags and authors are not imported: Fees (meta title: “All about fees”), Kim (website: “https://kim.example”, twitter: “@kim”).',
  );
  const [place] = places;
  if (!place) throw new Error('The post was not found');
  const { seo, notes } = readGhostPost(file.slice(place.from, place.to), place, 'https://old.example');
  expect(seo).toEqual({
    searchTitle: 'A better title',
    searchDescription: 'What it says.',
    canonicalUrl: 'https://bar.example/a',
    socialTitle: 'For friends',
    socialDescription: 'In short.',
    socialImage: 'https://old.example/content/images/card.png',
  });
  expect(notes).toEqual(['Another “Social title” was left out: For followers']);
});

describe('fields from outside', () => {
  it('are cut to their limits, and left out if they are not valid', () => {
    expect(
      fitSeo({
        searchTitle: 'x'.repeat(300),
        canonicalUrl: 'javascript:alert(1)',
        socialImage: '//evil.example/a.png',
        hideFromSearch: 'on',
        robots: 'none',
      }),
    ).toEqual({ searchTitle: 'x'.repeat(200), hideFromSearch: 'on' });
    for (const nothing of [null, undefined, [], 'text', { searchTitle: ['a'] }])
      expect(fitSeo(nothing)).toEqual({});
  });

  it('become form fields and back', () => {
    expect(toSeoFields(null)).toMatchObject({ searchTitle: '', hideFromSearch: '' });
    expect(toSeo(toSeoFields({ searchTitle: 'A' }))).toEqual({ searchTitle: 'A' });
  });
});
