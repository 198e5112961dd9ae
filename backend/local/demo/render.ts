import sharp from 'sharp';

/** Renders a drawing to a JPEG of its own size, 1280 × 1280 pixels, as an admin would upload it. */
export async function renderPicture(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
