import { setTimeout as pause } from 'node:timers/promises';
import { write } from '../journal.ts';
import type { Random } from '../random.ts';
import type { Traffic } from './people.ts';
import { pictureFile } from './pictures.ts';

/** Milliseconds between two things that an admin does. */
const THOUGHT = { least: 200, most: 900 };

/** A product that only the admin deals with, so that it may go without anybody missing it. */
type OwnProduct = { id: string; title: string; categoryId: string };

/** Adds products and categories, edits and deletes, until the shop closes. */
export async function administer(traffic: Traffic, random: Random): Promise<void> {
  const own: OwnProduct[] = [];
  while (traffic.isOpen()) {
    const choice = random.number();
    const product = own.length > 0 ? random.pick(own) : undefined;
    if (product !== undefined && choice < 0.4) await editProduct(traffic, random, product);
    else if (product !== undefined && choice < 0.5) {
      own.splice(own.indexOf(product), 1);
      await deleteProduct(traffic, product);
    } else if (choice < 0.6) await addCategory(traffic);
    else {
      const added = await addProduct(traffic, random);
      if (added !== null) own.push(added);
    }
    await pause(random.integer(THOUGHT.least, THOUGHT.most));
  }
}

export async function addProduct(
  { client, journal, adminToken, categoryIds }: Traffic,
  random: Random,
  price = 10,
): Promise<OwnProduct | null> {
  const title = `Product ${crypto.randomUUID()}`;
  const categoryId = random.pick(categoryIds());
  const { outcome, body } = await client.call('add product', 'POST', '/admin/product', {
    token: adminToken,
    form: formOf({ title, description: 'Fine', price, categoryId }, await pictureFile(random)),
  });
  journal.products.push({ title, outcome });
  return outcome === 'acknowledged' ? { id: body.productId, title, categoryId } : null;
}

async function addCategory({ client, journal, adminToken, noteCategory }: Traffic): Promise<void> {
  const name = `Category ${crypto.randomUUID()}`;
  const { outcome, body } = await client.call('add category', 'POST', '/admin/category', {
    token: adminToken,
    body: { categoryName: name },
  });
  journal.categories.push({ name, outcome });
  if (outcome === 'acknowledged') noteCategory(body.categoryId);
}

/** Another description, every second time another category, and every third time another picture. */
async function editProduct(
  { client, journal, adminToken, categoryIds }: Traffic,
  random: Random,
  product: OwnProduct,
): Promise<void> {
  const description = `Description ${crypto.randomUUID()}`;
  if (random.chance(0.5)) product.categoryId = random.pick(categoryIds());
  const values = { id: product.id, title: product.title, description, categoryId: product.categoryId, price: 10 };
  const hasPicture = random.chance(0.33);
  const { outcome } = await client.call('edit product', 'PUT', '/admin/product', {
    token: adminToken,
    ...(hasPicture ? { form: formOf(values, await pictureFile(random)) } : { body: values }),
  });
  write(journal.descriptions, product.id, description, outcome);
}

async function deleteProduct({ client, journal, adminToken }: Traffic, { id, title }: OwnProduct): Promise<void> {
  const { outcome } = await client.call('delete product', 'DELETE', `/admin/product/${id}/any`, { token: adminToken });
  journal.deletedProducts.push({ title, outcome });
}

function formOf(product: object, file: Blob): FormData {
  const form = new FormData();
  form.set('product', JSON.stringify(product));
  form.set('file', file, 'picture');
  return form;
}
