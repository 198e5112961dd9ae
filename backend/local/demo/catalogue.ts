import { cameras } from './catalogue/cameras.ts';
import { headphones } from './catalogue/headphones.ts';
import { keyboardsAndMice } from './catalogue/keyboards.ts';
import { laptops } from './catalogue/laptops.ts';
import { monitors } from './catalogue/monitors.ts';
import { musicAndGames } from './catalogue/musicAndGames.ts';
import { phonesAndTablets } from './catalogue/phones.ts';
import type { DemoProduct, ListedProduct } from './catalogue/product.ts';
import { smartHome } from './catalogue/smartHome.ts';
import { speakers } from './catalogue/speakers.ts';
import { storageAndPower } from './catalogue/storage.ts';
import { wearables } from './catalogue/wearables.ts';

export type { DemoComment, DemoProduct } from './catalogue/product.ts';
export { demoShoppers } from './catalogue/shoppers.ts';

/** In the order in which the shop's window shows one of each. */
const shelves: readonly (readonly [category: string, products: readonly ListedProduct[]])[] = [
  ['Laptops', laptops],
  ['Headphones', headphones],
  ['Cameras', cameras],
  ['Keyboards and Mice', keyboardsAndMice],
  ['Smart Home', smartHome],
  ['Music and Games', musicAndGames],
  ['Phones and Tablets', phonesAndTablets],
  ['Speakers', speakers],
  ['Wearables', wearables],
  ['Monitors', monitors],
  ['Storage and Power', storageAndPower],
];

export const demoCategories: string[] = shelves.map(([category]) => category);

/** One product of each category in turn, so that every page of the catalogue is a mix. */
function interleave(): DemoProduct[] {
  const rounds = Math.max(...shelves.map(([, products]) => products.length));
  return Array.from({ length: rounds }, (_, round) =>
    shelves.flatMap(([category, products]) => {
      const product = products[round];
      return product ? [{ ...product, category }] : [];
    }),
  ).flat();
}

/** The demo catalogue as a shopper should see it: the first is the newest, so it is the last to be stored. */
export const demoProducts: DemoProduct[] = interleave();
