import { setTimeout as pause } from 'node:timers/promises';
import { recordWrite } from '../journal.ts';
import type { Random } from '../random.ts';
import { fulfil } from './fulfilling.ts';
import type { Traffic } from './people.ts';
import { pictureFile } from './pictures.ts';
import { publishAgain } from './publishing.ts';
import { decide } from './reporting.ts';

/** Milliseconds between two actions. */
const THINK_TIME = { min: 200, max: 900 };
/** So that the shop keeps its size, however long it is open. */
const OWN_PRODUCTS_MAX = 40;
const CATEGORIES_MAX = 60;

/** A product that no shopper buys, so the admin can delete it. */
type AdminProduct = { id: string; title: string; categoryId: string };

/** Adds categories, adds, edits and deletes products, publishes pages, fulfils orders, and decides on reports. */
export async function administer(traffic: Traffic, random: Random): Promise<void> {
  const products: AdminProduct[] = [];
  while (traffic.isOpen()) {
    await fulfil(traffic, random);
    if (random.chance(0.5)) await decide(traffic, random);
    if (random.chance(0.3)) await publishAgain(traffic, random);
    const choice = random.number();
    const product = products.length > 0 ? random.pick(products) : undefined;
    if (product !== undefined && choice < 0.4) await editProduct(traffic, random, product);
    else if (product !== undefined && (choice < 0.5 || products.length >= OWN_PRODUCTS_MAX)) {
      products.splice(products.indexOf(product), 1);
      await deleteProduct(traffic, product);
    } else if (choice < 0.6 && traffic.categoryIds().length < CATEGORIES_MAX) await createCategory(traffic);
    else {
      const added = await addProduct(traffic, random);
      if (added !== null) products.push(added);
    }
    await pause(random.integer(THINK_TIME.min, THINK_TIME.max));
  }
}

export async function addProduct(
  { client, journal, adminToken, categoryIds }: Traffic,
  random: Random,
  { price = 10, stock = null }: { price?: number; stock?: number | null } = {},
): Promise<AdminProduct | null> {
  const title = `Product ${crypto.randomUUID()}`;
  const categoryId = random.pick(categoryIds());
  const { outcome, body } = await client.call('add product', 'POST', '/admin/product', {
    token: adminToken,
    form: formOf({ title, description: 'Fine', price, stock, categoryId }, await pictureFile(random)),
  });
  journal.products.push({ title, outcome });
  return outcome === 'acknowledged' ? { id: body.productId, title, categoryId } : null;
}

async function createCategory({ client, journal, adminToken, addCategory }: Traffic): Promise<void> {
  const name = `Category ${crypto.randomUUID()}`;
  const { outcome, body } = await client.call('add category', 'POST', '/admin/category', {
    token: adminToken,
    body: { categoryName: name },
  });
  journal.categories.push({ name, outcome });
  if (outcome === 'acknowledged') addCategory(body.categoryId);
}

/** Changes the description, sometimes the category, and sometimes the picture. */
async function editProduct(
  { client, journal, adminToken, categoryIds }: Traffic,
  random: Random,
  product: AdminProduct,
): Promise<void> {
  const description = `Description ${crypto.randomUUID()}`;
  if (random.chance(0.5)) product.categoryId = random.pick(categoryIds());
  const values = { id: product.id, title: product.title, description, categoryId: product.categoryId, price: 10 };
  const hasPicture = random.chance(0.33);
  const { outcome } = await client.call('edit product', 'PUT', '/admin/product', {
    token: adminToken,
    ...(hasPicture ? { form: formOf(values, await pictureFile(random)) } : { body: values }),
  });
  recordWrite(journal.descriptions, product.id, description, outcome);
}

async function deleteProduct({ client, journal, adminToken }: Traffic, { id, title }: AdminProduct): Promise<void> {
  const { outcome } = await client.call('delete product', 'DELETE', `/admin/product/${id}/any`, { token: adminToken });
  journal.deletedProducts.push({ title, outcome });
}

function formOf(product: object, file: Blob): FormData {
  const form = new FormData();
  form.set('product', JSON.stringify(product));
  form.set('file', file, 'picture');
  return form;
}
