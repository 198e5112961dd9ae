import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { IMAGE_WIDTHS } from '#contract/catalogue/pictures.ts';
import { renderPicture } from '../../modules/pictures/rendering.ts';
import { pictures, readPicture } from './catalogue.ts';

// Renders the derivatives of the demo pictures, which are shipped so that a first start need not wait for them:
// node backend/local/demo/render.ts

for (const name of (await readdir(pictures)).filter((file) => file.endsWith('.webp'))) {
  const { derivatives } = await renderPicture(await readPicture(name), IMAGE_WIDTHS);
  for (const { width, bytes } of derivatives) {
    // The pictures themselves are as wide as the largest.
    if (width === Math.max(...IMAGE_WIDTHS)) continue;
    const folder = new URL(`${width}/`, pictures);
    await mkdir(folder, { recursive: true });
    await writeFile(new URL(name, folder), bytes);
  }
}
