import { setTimeout as pause } from 'node:timers/promises';
import type { ListingView } from '#contract/listing/listing.ts';
import type { Random } from '../../failure/chaos/random.ts';
import { idOf } from '../fill.ts';
import { CATEGORIES, PRODUCTS } from './fill.ts';

/** Milliseconds between two requests of a visitor. */
const READING_TIME = { min: 50, max: 250 };

const WORDS = ['keyboard', 'quiet camera', 'laptpo', 'monitor 12'];

/** A shop, until when it is open, and where unexpected responses are reported. */
export type Street = { url: string; isOpen(): boolean; fail(what: string): void };

/** Browses pages, lists, products, comments and pictures, until the shop closes. */
export async function visit({ url, isOpen, fail }: Street, random: Random): Promise<void> {
  let images: string[] = [];
  const product = () => idOf('product', random.integer(1, PRODUCTS));
  const category = () => `category-${random.integer(1, CATEGORIES)}`;
  const addresses: (() => string)[] = [
    () => '/',
    () => `/category/${category()}`,
    () => `/product/${product()}`,
    () => `/api/v1/products?page=${random.integer(1, 50)}`,
    () => `/api/v1/products?category=${category()}&sort=asc&minPrice=${random.integer(0, 500)}`,
    () => `/api/v1/products?search=${encodeURIComponent(random.pick(WORDS))}`,
    () => `/api/v1/products/suggestions?search=${random.pick(WORDS).slice(0, random.integer(1, 6))}`,
    () => `/api/v1/products/single/${product()}`,
    () => `/api/v1/comment/filter/${product()}`,
    () => '/api/v1/categories',
    () => `/uploads/${random.pick(images)}`,
  ];
  while (isOpen()) {
    // The newest products are those of the admin, whose pictures exist.
    if (images.length === 0 || random.chance(0.02)) images = await newestImages(url);
    const address = random.pick(images.length > 0 ? addresses : addresses.slice(0, -1))();
    const status = await statusOf(url + address);
    // An admin may have removed a product or replaced its picture meanwhile.
    const mayBeGone = address.startsWith('/uploads/');
    if (status !== 200 && !(mayBeGone && status === 404)) fail(`GET ${address} returned ${status}`);
    await pause(random.integer(READING_TIME.min, READING_TIME.max));
  }
}

async function newestImages(url: string): Promise<string[]> {
  const response = await fetch(`${url}/api/v1/products?page=1`);
  const { products } = (await response.json()) as ListingView;
  return products.filter(({ imageState }) => imageState === 'ready').map(({ image }) => image);
}

/** The status of a response that is read to its end; null without a response. */
function statusOf(address: string): Promise<number | null> {
  return fetch(address).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => null,
  );
}
