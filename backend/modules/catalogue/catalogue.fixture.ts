import sharp, { type Sharp } from 'sharp';
import type { EntityManager } from '../../core/db.ts';
import { inspectImage } from '../../core/image.ts';
import type { Storage } from '../../core/storage.ts';
import { createProduct } from './catalogue.service.ts';
import { createCategory } from './categories.service.ts';

/** A picture for tests, red on its left half and blue on its right, that sharp may encode as it likes. */
export function drawing(width = 800, height = 600): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#f00"/><rect x="50%" width="50%" height="100%" fill="#00f"/></svg>`;
  return sharp(Buffer.from(svg)).removeAlpha();
}

/** A multipart form as the dashboard sends it. */
export function productForm(product: unknown, file?: Uint8Array | null, fileName = 'picture.jpg'): FormData {
  const form = new FormData();
  form.set('product', typeof product === 'string' ? product : JSON.stringify(product));
  if (file) form.set('file', new Blob([new Uint8Array(file)]), fileName);
  return form;
}

/** A product in a category of its own, with a picture that waits for the worker. @returns its id */
export async function addProduct(em: EntityManager, storage: Storage, title = 'Headphones'): Promise<string> {
  const categoryId = await createCategory(em, `Category of ${crypto.randomUUID()}`);
  const image = await inspectImage(await drawing(16, 16).png().toBuffer());
  return createProduct(em, storage, { title, description: 'Loud and clear', price: 19.99, categoryId }, image);
}
