import sharp from 'sharp';

/** Of what was ordered, by product. */
export type Pictures = ReadonlyMap<string, Uint8Array>;

/** A picture in a format that a PDF can hold; null without one that can be decoded, as a list is complete without it. */
export async function printable(picture: Uint8Array | undefined): Promise<Buffer | null> {
  if (picture === undefined) return null;
  const jpeg = sharp(picture).flatten({ background: 'white' }).jpeg();
  return jpeg.toBuffer().catch(() => null);
}
