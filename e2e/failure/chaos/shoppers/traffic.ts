import { Journal } from '../journal.ts';
import type { Random } from '../random.ts';
import type { Surroundings } from '../surroundings.ts';
import { addProduct, administer } from './admin.ts';
import { Client } from './client.ts';
import type { Traffic } from './people.ts';
import { shop } from './shopper.ts';

const SHOPPERS = 16;
const PRODUCTS = 40;

/** Opens the shop: logs the admin in and puts products on sale. Faults come only afterwards. */
export async function openShop({ url, provider, admin }: Surroundings, random: Random) {
  const journal = new Journal();
  const client = new Client(url, journal);
  const prices = new Map<string, number>();
  const categoryIds: string[] = [];
  let isOpen = true;

  const { body } = await client.call('log in', 'POST', '/user/login', { body: admin });
  const traffic: Traffic = {
    client,
    journal,
    provider,
    adminToken: body.token,
    isOpen: () => isOpen,
    productIds: () => [...prices.keys()],
    priceOf: (productId) => prices.get(productId) ?? 0,
    categoryIds: () => categoryIds,
    noteCategory: (id) => categoryIds.push(id),
  };
  for (let number = 0; number < 5; number += 1) {
    const name = `Category ${number}`;
    const { body, outcome } = await client.call('add category', 'POST', '/admin/category', {
      token: traffic.adminToken,
      body: { categoryName: name },
    });
    journal.categories.push({ name, outcome });
    categoryIds.push(body.categoryId);
  }
  while (prices.size < PRODUCTS) {
    const price = random.integer(100, 50_000) / 100;
    const product = await addProduct(traffic, random, price);
    if (product === null) throw new Error('The shop does not take products');
    prices.set(product.id, price);
  }

  return {
    ...traffic,
    /** Lets people in. @returns a function that closes the shop, and waits until the last one has left */
    letIn(): () => Promise<void> {
      const people = [administer(traffic, random.fork('admin'))];
      for (let number = 0; number < SHOPPERS; number += 1) people.push(shop(traffic, random.fork(`shopper ${number}`)));
      const left = Promise.all(people);
      left.catch(() => {});
      return async () => {
        isOpen = false;
        await left;
      };
    },
  };
}
