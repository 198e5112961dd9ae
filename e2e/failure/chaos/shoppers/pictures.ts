import sharp from 'sharp';
import type { Random } from '../random.ts';

type Format = 'jpeg' | 'png' | 'webp';

const SIZES = [
  [240, 180],
  [500, 400],
  [800, 300],
] as const;
const FORMATS: readonly Format[] = ['jpeg', 'png', 'webp'];

/** Each picture is drawn once. */
const drawn = new Map<string, Promise<Buffer<ArrayBufferLike>>>();

/** A small picture in a random size and format. */
export async function pictureFile(random: Random): Promise<Blob> {
  const [[width, height], format] = [random.pick(SIZES), random.pick(FORMATS)];
  const key = `${width}/${format}`;
  const picture = drawn.get(key) ?? draw(width, height, format);
  drawn.set(key, picture);
  return new Blob([new Uint8Array(await picture)]);
}

function draw(width: number, height: number, format: Format): Promise<Buffer<ArrayBufferLike>> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#248"/><circle cx="50%" cy="50%" r="30%" fill="#fc6"/></svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().toFormat(format).toBuffer();
}
