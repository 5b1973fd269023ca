// Distinguishes readers from crawlers.
import crawlers from 'crawler-user-agents';
import { isbot } from 'isbot';
import { describe, expect, it } from 'vitest';
import { isCrawler } from '~/lib/is-crawler';

/** In-app browsers with human readers; crawler-user-agents lists them too. */
const READERS = [/Instagram/, /MetaIAB Facebook/, /Electron\//, /Fluid\//];
const LISTED = crawlers.flatMap(({ instances }) => instances);

describe('crawler', () => {
  it('is every client of crawler-user-agents except in-app browsers', () => {
    const taken = LISTED.filter((userAgent) => !isCrawler(userAgent));
    expect(taken.filter((userAgent) => !READERS.some((pattern) => pattern.test(userAgent)))).toEqual([]);
    expect(LISTED.length).toBeGreaterThan(1_000);
  });

  it('includes four crawlers that isbot does not recognize', () => {
    const added = LISTED.filter((userAgent) => isCrawler(userAgent) && !isbot(userAgent));
    expect(added.map((userAgent) => /GTmetrix|Miniature|YLT|turingos/.exec(userAgent)?.[0])).toEqual([
      'turingos',
      'GTmetrix',
      'Miniature',
      'YLT',
    ]);
  });

  it('is a client without a User-Agent', () => {
    expect([isCrawler(null), isCrawler('')]).toEqual([true, true]);
  });
});

describe('reader', () => {
  it.each([
    [
      'Instagram on an iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 334.0.4.32.98 (iPhone15,2; iOS 17_5_1; en_US; en; scale=3.00; 1179x2556; 607685099)',
    ],
    [
      'Instagram on Android',
      'Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.6422.165 Mobile Safari/537.36 Instagram 336.0.0.35.90 Android (34/14; 450dpi; 1080x2115; samsung; SM-S918B; dm3q; qcom; en_US; 613532148)',
    ],
    [
      'Facebook on an iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/463.1.0.44.106;FBBV/597082163;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.4.1;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5;FBRV/599160426]',
    ],
    [
      'Facebook on Android',
      'Mozilla/5.0 (Linux; Android 13; SM-A536B Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.6367.82 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/462.0.0.47.85;]',
    ],
    [
      'Messenger on an iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/MessengerForiOS;FBAV/420.0.0.30.110;FBBV/509241187;FBDV/iPhone12,1;FBMD/iPhone;FBSN/iOS;FBSV/16.6;FBSS/2;FBCR/;FBID/phone;FBLC/en_US;FBOP/0]',
    ],
    [
      'LinkedIn on an iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.29.7784',
    ],
    [
      'Safari',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Safari/605.1.15',
    ],
    ['Firefox', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:126.0) Gecko/20100101 Firefox/126.0'],
  ])('is %s', (_, userAgent) => {
    expect(isCrawler(userAgent)).toBe(false);
  });

  it('is each of 450 combinations of browsers, versions and systems', () => {
    const engine = (system: string, product: string) =>
      `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${product}`;
    const desktops = [
      'Windows NT 10.0; Win64; x64',
      'Macintosh; Intel Mac OS X 10_15_7',
      'X11; Linux x86_64',
      'X11; CrOS x86_64 14541.0.0',
      'X11; Ubuntu; Linux x86_64',
    ];
    const phones = ['SM-S918B', 'Pixel 8 Pro', 'K', 'moto g power 5G', '2201117TG'];
    const versions = [79, 96, 109, 115, 120, 124, 128, 131, 140];
    const agents = versions.flatMap((version) => {
      const chromium = `Chrome/${version}.0.0.0`;
      return [
        ...desktops.flatMap((system) => [
          engine(system, `${chromium} Safari/537.36`),
          engine(system, `${chromium} Safari/537.36 Edg/${version}.0.0.0`),
          engine(system, `${chromium} Safari/537.36 OPR/${version - 14}.0.0.0`),
          engine(system, `${chromium} Safari/537.36 Vivaldi/6.5.3206.63`),
          `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`,
        ]),
        ...phones.flatMap((phone) => [
          engine(`Linux; Android 14; ${phone}`, `${chromium} Mobile Safari/537.36`),
          engine(`Linux; Android 13; ${phone}`, `SamsungBrowser/24.0 ${chromium} Mobile Safari/537.36`),
          engine(`Linux; Android 12; ${phone}; wv`, `Version/4.0 ${chromium} Mobile Safari/537.36`),
          engine(`Linux; Android 14; ${phone}`, `${chromium} Mobile Safari/537.36 DuckDuckGo/5`),
          `Mozilla/5.0 (Android 14; Mobile; rv:${version}.0) Gecko/${version}.0 Firefox/${version}.0`,
        ]),
      ];
    });
    expect(agents).toHaveLength(450);
    expect(agents.filter(isCrawler)).toEqual([]);
  });
});
