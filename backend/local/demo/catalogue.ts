import { readFile } from 'node:fs/promises';
import catalogue from './catalogue.json' with { type: 'json' };

export const demoCategories = catalogue.categories.map(({ category }) => category);

/** One product of each category in turn, so that every page of the shop shows a mix. The first is the newest. */
export const demoProducts = catalogue.categories
  .flatMap(({ category, products }) =>
    products.map(({ stars, ...product }, round) => ({ ...product, category, round, rates: ratesOf(stars) })),
  )
  .sort((first, second) => first.round - second.round);

/** Fictional customers who rate and comment. */
export const demoShoppers = catalogue.shoppers.map((username) => ({
  username,
  email: `${username.replaceAll('_', '.')}@example.com`,
}));

/** @param stars the number of ratings with five, four, three, two and one star */
function ratesOf(stars: number[]): number[] {
  return stars.flatMap((count, index) => Array<number>(count).fill(5 - index));
}

export function readPicture(name: string): Promise<Buffer> {
  return readFile(new URL(`./pictures/${name}`, import.meta.url));
}
