import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Traffic } from './people.ts';

/** Milliseconds between two edits. */
const THINK_TIME = { min: 200, max: 600 };
/** Milliseconds from a request to the begin and the end of a sale that begins and ends by itself. */
const SOON = { min: 500, max: 5_000 };

/** Begins, changes and ends sales until the shop closes. */
export async function sell(traffic: Traffic, random: Random): Promise<void> {
  while (traffic.isOpen()) {
    await setSale(traffic, random);
    await pause(random.integer(THINK_TIME.min, THINK_TIME.max));
  }
}

/**
 * Puts a product that shoppers buy on sale, at once or soon, with or without an end; lowers the price of a sale that may run; or
 * ends it. Sometimes two requests arrive at once.
 */
async function setSale(traffic: Traffic, random: Random): Promise<void> {
  const id = random.pick(traffic.productIds());
  const edit = async () => {
    const sale = newSale(random, traffic.priceOf(id));
    const { outcome } = await traffic.client.call('edit sale', 'PUT', '/admin/product', {
      token: traffic.adminToken,
      body: { id, ...sale },
    });
    const { salePrice } = sale;
    // One with an end may have been saved after it.
    if (salePrice !== null && sale.saleFrom === null && sale.saleUntil === null)
      traffic.journal.sales.push({ productId: id, salePrice, outcome });
  };
  await Promise.all(random.chance(0.2) ? [edit(), edit()] : [edit()]);
}

function newSale(random: Random, price: number) {
  const soon = () => new Date(Date.now() + random.integer(SOON.min, SOON.max));
  if (random.chance(0.25)) return { salePrice: null, saleFrom: null, saleUntil: null };
  const saleFrom = random.chance(0.4) ? soon() : null;
  const saleUntil = random.chance(0.6) ? new Date((saleFrom ?? soon()).getTime() + SOON.max) : null;
  // In cents, below the price.
  const salePrice = random.integer(50, Math.round(price * 100) - 1) / 100;
  return { salePrice, saleFrom: saleFrom?.toISOString() ?? null, saleUntil: saleUntil?.toISOString() ?? null };
}
