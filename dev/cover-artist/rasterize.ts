// Converts the cover artist's SVG to image bytes.
import sharp from 'sharp';

export interface RasterOrder {
  /** In pixels. If the ratio differs from the drawing's, the image is cropped around its middle. */
  width: number;
  height: number;
  format: 'jpeg' | 'webp';
  /** 1 to 100. */
  quality: number;
}

/** SVG user units per inch: at this density one unit is one pixel. */
const NATURAL_DENSITY = 72;
/** Below this width the grain looks blotchy, so small images are drawn at this width and scaled down. */
const MIN_DRAWN_WIDTH = 1600;

export async function rasterizeCover(svg: string, order: RasterOrder): Promise<Buffer> {
  const { format, quality } = order;
  const image = await drawnAt(svg, order);
  return format === 'jpeg'
    ? image.jpeg({ quality }).toBuffer()
    : image.webp({ quality, effort: 5 }).toBuffer();
}

/** The pixels of a drawing, for callers that need the same image in several sizes and formats. */
export async function rasterizeOnce(
  svg: string,
  size: Pick<RasterOrder, 'width' | 'height'>,
): Promise<sharp.Sharp> {
  const drawn = await drawnAt(svg, size);
  const { data, info } = await drawn.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info });
}

async function drawnAt(
  svg: string,
  { width, height }: Pick<RasterOrder, 'width' | 'height'>,
): Promise<sharp.Sharp> {
  const source = Buffer.from(await withDrawnTiles(svg));
  const natural = (await sharp(source).metadata()).width;
  const scale = Math.max(MIN_DRAWN_WIDTH, width) / natural;
  const density = NATURAL_DENSITY * Math.max(1, scale);
  return sharp(source, { density }).resize(width, height).flatten();
}

/** A filtered tile, as dev/cover-art/grain.ts writes it: its size and its filter's id. */
const FILTERED_TILE = /<rect width="(\d+)" height="\d+" filter="url\(#([^)]+)\)"\/>/g;
const drawnTiles = new Map<string, Promise<string>>();

/**
 * Replaces filtered tiles with images of them. librsvg filters a tile again for every shape that it fills, which is
 * more than half of the time that a cover takes.
 */
async function withDrawnTiles(svg: string): Promise<string> {
  let result = svg;
  for (const [tile, size = '', filterId = ''] of svg.matchAll(FILTERED_TILE)) {
    const filter = new RegExp(`<filter id="${filterId}".*?</filter>`).exec(svg)?.[0] ?? '';
    const key = `${size} ${filter.replace(filterId, '')}`;
    const drawn = drawnTiles.get(key) ?? drawTile(tile, size, filter);
    drawnTiles.set(key, drawn);
    result = result.replace(tile, await drawn);
  }
  return result;
}

async function drawTile(tile: string, size: string, filter: string): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${filter}${tile}</svg>`;
  const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
  return `<image width="${size}" height="${size}" href="data:image/png;base64,${png.toString('base64')}"/>`;
}
