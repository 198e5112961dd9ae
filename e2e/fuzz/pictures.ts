import fc from 'fast-check';
import { drawing } from '../../testing/data/pictures.ts';

/** One small picture of each format that the shop takes. */
export type Samples = { png: Buffer; jpeg: Buffer; webp: Buffer; gif: Buffer; avif: Buffer };

export async function drawSamples(): Promise<Samples> {
  const image = drawing(24, 16);
  return {
    png: await image.png().toBuffer(),
    jpeg: await image.jpeg().toBuffer(),
    webp: await image.webp().toBuffer(),
    gif: await image.gif().toBuffer(),
    avif: await image.avif({ effort: 0 }).toBuffer(),
  };
}

/** Four bytes that hold a size, a count or an offset in most formats. */
const sizes = fc.constantFrom(0, 1, 0x7fff, 0xffff, 40_000, 0x7fffffff, 0xffffffff, 40_000_000);

/** A change of a file's bytes; `at` is taken modulo its length. */
const change = fc.oneof(
  fc.record({ kind: fc.constant('byte' as const), at: fc.nat(), value: fc.nat(255) }),
  fc.record({ kind: fc.constant('size' as const), at: fc.nat(), value: sizes }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat(), value: fc.constant(0) }),
  fc.record({ kind: fc.constant('repeat' as const), at: fc.nat(), value: fc.integer({ min: 1, max: 64 }) }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(), value: fc.integer({ min: 1, max: 64 }) }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function apply(file: Buffer, { kind, at, value }: Change): Buffer {
  if (file.length < 8) return file;
  const place = at % (file.length - 4);
  if (kind === 'cut') return file.subarray(0, place);
  if (kind === 'remove') return Buffer.concat([file.subarray(0, place), file.subarray(place + value)]);
  if (kind === 'repeat') return Buffer.concat([file.subarray(0, place + value), file.subarray(place)]);
  const changed = Buffer.from(file);
  if (kind === 'byte') changed.writeUInt8(value, place);
  else changed.writeUInt32BE(value, place);
  return changed;
}

/** Pictures: half of them valid, the others changed in a few places. */
export function pictures(samples: Samples): fc.Arbitrary<Buffer> {
  const valid = fc.constantFrom(...Object.values(samples));
  const changed = fc
    .tuple(valid, fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([file, changes]) => changes.reduce(apply, file));
  const headOfOther = fc
    .tuple(valid, valid)
    .map(([head, tail]) => Buffer.concat([head.subarray(0, 16), tail.subarray(16)]));
  const noPicture = fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes));
  return fc.oneof(
    { weight: 5, arbitrary: valid },
    { weight: 4, arbitrary: changed },
    { weight: 1, arbitrary: headOfOther },
    { weight: 1, arbitrary: noPicture },
  );
}
