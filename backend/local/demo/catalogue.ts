import { readFile } from 'node:fs/promises';
import { type AttributeType, type AttributeValue, IMAGE_WIDTHS } from '#contract/catalogue.ts';
import type { RenderedPicture } from '../../modules/pictures/rendered-picture.ts';
import catalogueFile from './catalogue.json' with { type: 'json' };

type DemoAttribute = { code: string; name: string; type: AttributeType; unit: string; isFilterable: boolean };

type DemoProduct = {
  title: string;
  description: string;
  /** EUR. */
  price: number;
  /** Units; null if they are not counted. */
  stock: number | null;
  attributes: Record<string, AttributeValue>;
  family?: { name: string; options: Record<string, string> };
  /** The number of ratings with five, four, three, two and one star. */
  stars: number[];
  /** A file name, as are `morePictures`, which follow it in the gallery. */
  picture: string;
  morePictures?: string[];
  comments: { author: string; content: string; daysAgo: number; approved: boolean }[];
};

const catalogue = catalogueFile as {
  shoppers: string[];
  categories: { category: string; attributes: DemoAttribute[]; products: DemoProduct[] }[];
};

export const demoCategories = catalogue.categories.map(({ category, attributes }) => ({ category, attributes }));

/** One product of each category in turn, so that every page of the shop shows a mix. The first is the newest. */
export const demoProducts = catalogue.categories
  .flatMap(({ category, products }) =>
    products.map(({ stars, morePictures = [], ...product }, round) => ({
      ...product,
      morePictures,
      category,
      round,
      rates: ratesOf(stars),
    })),
  )
  .sort((first, second) => first.round - second.round);

/** Fictional customers who rate and comment. */
export const demoShoppers = catalogue.shoppers.map((username) => ({
  username,
  email: `${username.replaceAll('_', '.')}@example.com`,
}));

function ratesOf(stars: number[]): number[] {
  return stars.flatMap((count, index) => Array<number>(count).fill(5 - index));
}

/** The folder of the pictures, all as wide as the largest derivative; folders in it have the others (render.ts). */
export const pictures = new URL('./pictures/', import.meta.url);

export function readPicture(name: string): Promise<Buffer> {
  return readFile(new URL(name, pictures));
}

/** A picture as a worker would render it. */
export async function readRendered(name: string): Promise<RenderedPicture> {
  const picture = await readPicture(name);
  const derivatives = IMAGE_WIDTHS.map(async (width) => {
    const isWidest = width === Math.max(...IMAGE_WIDTHS);
    return { width, bytes: isWidest ? picture : await readFile(new URL(`${width}/${name}`, pictures)) };
  });
  return { extension: '.webp', picture, derivatives: await Promise.all(derivatives) };
}
