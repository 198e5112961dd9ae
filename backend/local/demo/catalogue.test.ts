import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoCategories, demoProducts, demoShoppers } from './catalogue.ts';
import { type Backdrop, backdrops, studio } from './drawings/studio.ts';
import { renderPicture } from './render.ts';

const commentLimit = 500;
const priceLimit = 1_000_000;

const repeated = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index);

describe('the demo catalogue', () => {
  it('fills at least eight categories with at least 66 products, each in a category that exists', () => {
    expect(demoProducts.length).toBeGreaterThanOrEqual(66);
    expect(demoCategories.length).toBeGreaterThanOrEqual(8);
    expect(repeated(demoCategories.map((name) => name.toLowerCase()))).toEqual([]);
    for (const category of demoCategories) {
      expect(demoProducts.filter((product) => product.category === category).length).toBeGreaterThanOrEqual(5);
    }
    expect(demoProducts.filter(({ category }) => !demoCategories.includes(category))).toEqual([]);
  });

  it('names every product once and describes it', () => {
    expect(repeated(demoProducts.map(({ title }) => title.toLowerCase()))).toEqual([]);
    for (const { title, description } of demoProducts) {
      expect(title.trim(), title).toBe(title);
      expect(description.length, title).toBeGreaterThan(40);
    }
  });

  it('opens with nine products of nine categories', () => {
    expect(new Set(demoProducts.slice(0, 9).map(({ category }) => category)).size).toBe(9);
  });

  it('asks prices that the shop accepts: above 0, at most a million, whole cents', () => {
    for (const { title, price } of demoProducts) {
      expect(price, title).toBeGreaterThan(0);
      expect(price, title).toBeLessThanOrEqual(priceLimit);
      expect(Number(price.toFixed(2)), title).toBe(price);
    }
  });

  it('has whole stars, at most one rate a shopper, and some products that nobody has rated', () => {
    for (const { title, rates } of demoProducts) {
      expect(rates.length, title).toBeLessThanOrEqual(demoShoppers.length);
      expect(
        rates.filter((rate) => ![1, 2, 3, 4, 5].includes(rate)),
        title,
      ).toEqual([]);
    }
    const averages = demoProducts
      .filter(({ rates }) => rates.length > 0)
      .map(({ rates }) => rates.reduce((sum, rate) => sum + rate, 0) / rates.length);
    expect(Math.min(...averages)).toBeGreaterThanOrEqual(3.4);
    expect(Math.max(...averages)).toBeLessThanOrEqual(4.9);
    expect(Math.max(...averages) - Math.min(...averages)).toBeGreaterThan(0.8);
    expect(demoProducts.length - averages.length).toBeGreaterThanOrEqual(2);
  });

  it('has comments within the limit, by shoppers or guests, some of them waiting for approval', () => {
    const authors = new Set([...demoShoppers.map(({ username }) => username), 'Guest']);
    const comments = demoProducts.flatMap((product) => product.comments);
    for (const { author, content, daysAgo } of comments) {
      expect(authors, content).toContain(author);
      expect(content.trim().length, content).toBeGreaterThan(0);
      expect(content.length, content).toBeLessThanOrEqual(commentLimit);
      expect(Number.isInteger(daysAgo) && daysAgo >= 0, content).toBe(true);
    }
    expect(repeated(comments.map(({ content }) => content))).toEqual([]);
    expect(comments.filter(({ approved }) => approved).length).toBeGreaterThan(demoProducts.length);
    expect(comments.filter(({ approved }) => !approved).length).toBeGreaterThanOrEqual(5);
  });

  it('has shoppers whose usernames and emails are their own and pass registration', () => {
    expect(demoShoppers.length).toBeGreaterThanOrEqual(40);
    expect(repeated(demoShoppers.map(({ username }) => username.toLowerCase()))).toEqual([]);
    expect(repeated(demoShoppers.map(({ email }) => email))).toEqual([]);
    for (const { username, email } of demoShoppers) {
      expect(username.length).toBeLessThanOrEqual(50);
      expect(username.toLowerCase()).not.toBe('guest');
      expect(email).toMatch(/^[A-Za-z0-9._-]+@example\.com$/);
    }
  });
});

describe('the pictures', () => {
  const thumbnailSize = 48;
  const thumbnailOf = (bytes: Buffer) => sharp(bytes).resize(thumbnailSize, thumbnailSize).raw().toBuffer();

  /** Mean step (0 to 255) between neighbouring pixels in the middle half of a thumbnail: edges, not gradients. */
  function detail(thumbnail: Buffer) {
    let sum = 0;
    for (let y = thumbnailSize / 4; y < (thumbnailSize * 3) / 4; y += 1) {
      for (let x = thumbnailSize / 4; x < (thumbnailSize * 3) / 4; x += 1) {
        const at = (y * thumbnailSize + x) * 3;
        sum += Math.abs((thumbnail[at] ?? 0) - (thumbnail[at + 3] ?? 0));
      }
    }
    return sum / (thumbnailSize / 2) ** 2;
  }

  let pictures: { title: string; bytes: Buffer; thumbnail: Buffer }[];

  beforeAll(async () => {
    pictures = [];
    for (const { title, picture } of demoProducts) {
      const bytes = await renderPicture(picture());
      pictures.push({ title, bytes, thumbnail: await thumbnailOf(bytes) });
    }
  }, 120_000);

  it('are drawn the same each time, without fonts and without anything from outside', () => {
    for (const { title, picture } of demoProducts) {
      const svg = picture();
      expect(picture(), title).toBe(svg);
      expect(svg, title).not.toMatch(/<text|<image|href|NaN|undefined/);
    }
  });

  it('are JPEGs of 1280 × 1280 pixels below 400 kB', async () => {
    for (const { title, bytes } of pictures) {
      const { format, width, height } = await sharp(bytes).metadata();
      expect({ format, width, height }, title).toEqual({ format: 'jpeg', width: 1280, height: 1280 });
      expect(bytes.length, title).toBeLessThan(400_000);
    }
  });

  it('show something: the middle of each has far more detail than bare paper', async () => {
    const enough = 3.5;
    for (const { title, thumbnail } of pictures) expect(detail(thumbnail), title).toBeGreaterThan(enough);
    for (const backdrop of Object.keys(backdrops) as Backdrop[]) {
      const bare = await thumbnailOf(await renderPicture(studio(backdrop, () => '')));
      expect(detail(bare), backdrop).toBeLessThan(enough);
    }
  });

  it('are all different, by their pixels', () => {
    const alike: string[] = [];
    pictures.forEach((first, index) => {
      for (const second of pictures.slice(index + 1)) {
        let sum = 0;
        for (let at = 0; at < first.thumbnail.length; at += 1) {
          sum += Math.abs((first.thumbnail[at] ?? 0) - (second.thumbnail[at] ?? 0));
        }
        const difference = sum / first.thumbnail.length;
        if (difference < 8) alike.push(`${first.title} / ${second.title}: ${difference.toFixed(1)}`);
      }
    });
    expect(alike).toEqual([]);
  });
});
