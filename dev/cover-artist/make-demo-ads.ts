// Draws the demo's ads: `CHROME=/path/to/chromium npx tsx dev/cover-artist/make-demo-ads.ts`. The output is
// committed, because it needs a browser to set the text.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { AD_FORMATS, DEMO_AD_FORMATS, DEMO_ADVERTISERS } from '../../db/seed/activity/advertisers';
import { drawCover } from '../cover-art/draw-cover';

type Advertiser = (typeof DEMO_ADVERTISERS)[number];
type Format = (typeof DEMO_AD_FORMATS)[number];

/** Twice the slot's size, for dense screens. */
const SCALE = 2;
const require = createRequire(import.meta.url);

async function fontFace(family: string, file: string): Promise<string> {
  const data = await readFile(require.resolve(file));
  const url = `data:font/woff2;base64,${data.toString('base64')}`;
  return `@font-face{font-family:${family};font-weight:400 700;src:url(${url})}`;
}

const fonts = [
  await fontFace(
    'AdSans',
    '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  ),
  await fontFace('AdSerif', '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2'),
].join('');

const STYLES = `${fonts}
* { box-sizing: border-box; margin: 0 }
body { display: flex; overflow: hidden; font-family: AdSans; background: var(--ground); color: var(--text) }
.art { flex: none; background-size: cover; background-position: center }
.copy { flex: 1; display: flex; flex-direction: column; justify-content: center; gap: 4px }
.name { font: 650 11px AdSans; letter-spacing: .08em; text-transform: uppercase; opacity: .75 }
h1 { font: 600 20px/1.15 AdSerif; letter-spacing: -.01em }
p { font: 450 12.5px/1.35 AdSans; opacity: .85 }
b { align-self: flex-start; padding: 7px 12px; border-radius: 4px; font: 600 12.5px AdSans; white-space: nowrap;
  background: var(--button); color: var(--button-text) }
.banner .art { width: 190px; height: 90px }
.banner .copy { padding: 0 18px }
.banner b { align-self: center; margin-right: 18px }
.sidebar { flex-direction: column }
.sidebar .art { width: 300px; height: 100px }
.sidebar .copy { padding: 9px 16px 13px; justify-content: space-between }`;

function toHtml(advertiser: Advertiser, format: Format): string {
  const { name, headline, line, button, art, colors } = advertiser;
  const svg = drawCover({ ...art, width: 1600, height: 1000 });
  const image = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  const theme = Object.entries(colors).map(([key, value]) => `--${key}:${value}`);
  const action = `<b>${button}</b>`;
  return `<!doctype html><meta charset="utf-8"><style>${STYLES}</style>
    <body class="${format}" style="${theme.join(';')}">
    <div class="art" style="background-image:url(${image})"></div>
    <div class="copy"><div class="name">${name}</div><h1>${headline}</h1><p>${line}</p>${format === 'sidebar' ? action : ''}</div>
    ${format === 'banner' ? action : ''}`;
}

const browser = await chromium.launch({
  executablePath: process.env.CHROME ?? 'chromium',
  args: ['--no-sandbox'],
});
for (const advertiser of DEMO_ADVERTISERS) {
  for (const format of DEMO_AD_FORMATS) {
    const page = await browser.newPage({ viewport: AD_FORMATS[format], deviceScaleFactor: SCALE });
    await page.setContent(toHtml(advertiser, format));
    await page.evaluate(() => document.fonts.ready);
    const image = await sharp(await page.screenshot())
      .jpeg({ quality: 86, mozjpeg: true })
      .toBuffer();
    const file = new URL(`../../db/seed/activity/creatives/${advertiser.key}-${format}.jpg`, import.meta.url);
    await writeFile(file, image);
    console.log(`${advertiser.key}-${format}.jpg  ${Math.round(image.length / 1000)} kB`);
    await page.close();
  }
}
await browser.close();
