import { beforeAll, expect, test } from 'vitest';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { seedCatalogue } from './seed-catalogue.ts';

const shop = await startTestShop();

beforeAll(() => shop.em().transactional((em) => seedCatalogue(em, shop.storage)));

async function find(search: string): Promise<string[]> {
  const { body } = await shop.call('GET', `/products?${new URLSearchParams({ search })}`);
  return body.products.map(({ title }: { title: string }) => title);
}

/** What shoppers type, and what they expect first: beginnings of titles, in any order. */
test.each([
  ['noise canceling headphones', ['Aldra One']],
  ['noise cancelling', ['Aldra One']],
  ['tv', ['Orrin Base', 'Orrin Roam', 'Mirel Bar']],
  ['laptop 32 gb', ['Halden Studio 16', 'Lumen 14', 'Lumen 15', 'Orrin Play 17']],
  ['usb c charger', ['Amply Trio']],
  ['gift under 50', ['Amply Bank', 'Brisk Band', 'Weft Cable', 'Lykke Globe', 'Socket Duo', 'Cargo SD']],
  ['waterproof speaker', ['Brisk Can']],
  ['gaming laptop', ['Orrin Play 17']],
  ['phone with headphone jack', ['Sorrel Mini']],
  ['small phone', ['Sorrel Mini']],
  ['repairable phone', ['Tarn Fair Phone']],
  ['blue phone', ['Kolm 7 Ultra', 'Kolm 7 Phone, 256 GB, Night Blue']],
  ['4k monitor', ['Pallas 27']],
  ['kids watch', ['Vesla Watch Kids']],
  ['games for kids', ['Tinker Boy']],
  ['record player', ['Grove Player']],
  ['power bank', ['Amply Bank']],
  ['usb-c cable 2m', ['Weft Cable USB-C, 2 m']],
  ['2tb ssd', ['Cargo Drive 2 TB']],
  ['tablet for drawing', ['Quillon Slate', 'Vesla Sketch']],
  ['earbuds for sleeping', ['Pebblewick Mini Buds']],
  ['headphones for running', ['Brisk Run']],
  ['laptop for school', ['Tarn Book']],
  ['smart bulb', ['Lykke Globe']],
  ['wifi router', ['Mast Router']],
  ['notebook', ['Lumen 14', 'Sorrel Air', 'Tarn Book']],
  ['smartphone', ['Halden Grip', 'Kolm 7 Phone', 'Kolm 7 Ultra', 'Kolm One', 'Sorrel Mini', 'Tarn Fair']],
])('"%s" finds first what a shopper expects', async (search, expected) => {
  const first = (await find(search)).slice(0, expected.length);
  const missing = expected.filter((beginning) => !first.some((title) => title.startsWith(beginning)));
  expect(missing, first.join('\n')).toEqual([]);
});
