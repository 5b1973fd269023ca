// Creates all icons from public/favicon.svg: `npx tsx dev/cover-artist/make-icons.ts`. The output is
// committed.
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { publicFilePath } from './public-file';

const INK = '#14213d';
const WHITE = '#ffffff';

const mark = await readFile(publicFilePath('favicon.svg'), 'utf8');
/** Operating systems round the corners themselves, so these icons have square ones. */
const squareMark = mark.replace(/ rx="\d+"/, '');

await writeFile(publicFilePath('favicon.ico'), toIco(await draw(mark, 32), 32));
await writeFile(publicFilePath('apple-touch-icon.png'), await onSquare(squareMark, 180, 1, INK));
await writeFile(publicFilePath('icon-192.png'), await draw(mark, 192));
await writeFile(publicFilePath('icon-512.png'), await draw(mark, 512));
// A mask may cut everything outside the middle circle of 80 %.
await writeFile(publicFilePath('icon-maskable-512.png'), await onSquare(squareMark, 512, 0.8, INK));
await writeFile(publicFilePath('logo.png'), await onSquare(mark, 600, 0.72, WHITE));

function draw(svg: string, size: number): Promise<Buffer> {
  const density = (72 * size) / 64;
  return sharp(Buffer.from(svg), { density }).resize(size, size).png({ compressionLevel: 9 }).toBuffer();
}

async function onSquare(svg: string, size: number, share: number, background: string): Promise<Buffer> {
  const inner = await draw(svg, Math.round(size * share));
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .composite([{ input: inner, gravity: 'center' }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** An ICO file with one image. The format accepts a PNG as it is. */
function toIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon, not a cursor
  header.writeUInt16LE(1, 4); // one image
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // color planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18); // offset of the image
  return Buffer.concat([header, png]);
}
