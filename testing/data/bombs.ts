import { crc32, deflateSync, constants as zlib } from 'node:zlib';
import sharp from 'sharp';

// Small files that take much time or memory to decode.

const MEGAPIXELS_40 = { width: 8000, height: 5000 } as const;

type PngOptions = {
  width?: number;
  height?: number;
  /** Bytes of a pixel, from 1 (gray) to 8 (16 bits of red, green, blue and alpha). */
  depth?: 1 | 3 | 8;
  /** Decoders keep an interlaced picture in memory as a whole. */
  interlaced?: boolean;
  /** Chunks before the pixels. */
  chunks?: Uint8Array[];
};

const PNG_TYPES = { 1: { bits: 8, type: 0 }, 3: { bits: 8, type: 2 }, 8: { bits: 16, type: 6 } } as const;

/** A black PNG. */
export function pngBomb({
  width = MEGAPIXELS_40.width,
  height = MEGAPIXELS_40.height,
  depth = 8,
  interlaced = false,
  chunks = [],
}: PngOptions = {}): Uint8Array {
  const { bits, type } = PNG_TYPES[depth];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, type, 0, 0, Number(interlaced)], 8);
  const bytes = interlaced ? interlacedBytes(width, height, depth) : height * (width * depth + 1);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', zeros(bytes)),
    pngChunk('IEND', Buffer.of()),
  ]);
}

/** A PNG's chunk of compressed text, of this many bytes. */
export function compressedText(bytes: number): Uint8Array {
  return pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), zeros(bytes)]));
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  chunk.set(body, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** The seven passes of Adam7: https://www.w3.org/TR/png-3/#8InterlaceMethods */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function interlacedBytes(width: number, height: number, depth: number): number {
  return PASSES.map(([x, y, across, down]) => {
    const columns = Math.ceil((width - x) / across);
    return columns <= 0 ? 0 : Math.ceil((height - y) / down) * (columns * depth + 1);
  }).reduce((sum, bytes) => sum + bytes);
}

const BLOCK = 1024 * 1024;
/** A compressed block of zeros, without the header and the checksum of the zlib format (RFC 1950). */
const block = deflateSync(Buffer.alloc(BLOCK), { finishFlush: zlib.Z_FULL_FLUSH }).subarray(2);

/** The zlib format of any number of zeros, made in no time. */
function zeros(count: number): Buffer {
  const last = deflateSync(Buffer.alloc(count % BLOCK)).subarray(2, -4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE((count % 65_521) * 65_536 + 1, 0);
  return Buffer.concat([Buffer.of(0x78, 0x9c), ...Array(Math.floor(count / BLOCK)).fill(block), last, checksum]);
}

/** A GIF of one pixel and many frames. */
export function gifBomb(frames: number): Uint8Array {
  const start = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  const frame = Buffer.from(',\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1');
  return Buffer.concat([start, ...Array(frames).fill(frame), Buffer.from(';')]);
}

/** A progressive JPEG that repeats its last scan. */
export async function jpegBomb(scans: number): Promise<Uint8Array> {
  const jpeg = await flat({ width: 1000, height: 1000 })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const lastScan = jpeg.subarray(jpeg.lastIndexOf(Buffer.of(0xff, 0xda)), -2);
  return Buffer.concat([jpeg.subarray(0, -2), ...Array(scans).fill(lastScan), jpeg.subarray(-2)]);
}

/** A lossless WebP of 40 megapixels. */
export function webpBomb(): Promise<Uint8Array> {
  return flat().webp({ lossless: true, effort: 0 }).toBuffer();
}

/** A small AVIF that says it has 40 megapixels. */
export async function avifBomb(): Promise<Uint8Array> {
  const avif = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#123' } })
    .avif({ effort: 0 })
    .toBuffer();
  // The box `ispe` holds a version and flags, the width, and the height (ISO/IEC 23008-12, 6.5.3).
  const size = avif.indexOf('ispe') + 8;
  avif.writeUInt32BE(MEGAPIXELS_40.width, size);
  avif.writeUInt32BE(MEGAPIXELS_40.height, size + 4);
  return avif;
}

/** One of each kind. */
export function bombs(): Promise<Uint8Array[]> {
  return Promise.all([
    pngBomb(),
    pngBomb({ depth: 3 }),
    pngBomb({ interlaced: true }),
    pngBomb({ width: 20_000, height: 2000, interlaced: true }),
    pngBomb({ width: 100, height: 100, chunks: Array(5).fill(compressedText(1024 ** 3)) }),
    gifBomb(400_000),
    flat().gif().toBuffer(),
    jpegBomb(90),
    jpegBomb(2000),
    flat().webp().toBuffer(),
    webpBomb(),
    avifBomb(),
    flat().avif({ effort: 0, chromaSubsampling: '4:4:4' }).toBuffer(),
  ]);
}

function flat({ width, height }: { width: number; height: number } = MEGAPIXELS_40) {
  return sharp({ create: { width, height, channels: 3, background: '#123' } });
}
