import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { addProductInput } from '#contract/catalogue.input.ts';
import { COMMENT_MAX } from '#contract/comments.ts';
import { registerInput } from '#contract/users.input.ts';
import { GUEST } from '#contract/users.ts';
import { newId } from '../../core/ids.ts';
import { readHeader } from '../../modules/pictures/header.ts';
import { demoProducts, demoShoppers, readPicture } from './catalogue.ts';

const duplicates = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index);

it('contains valid products with unique titles', async () => {
  expect(duplicates(demoProducts.map(({ title }) => title.toLowerCase()))).toEqual([]);
  for (const product of demoProducts) await addProductInput.validate({ ...product, categoryId: newId() });
});

it('starts with nine products from nine categories', () => {
  expect(new Set(demoProducts.slice(0, 9).map(({ category }) => category)).size).toBe(9);
});

it('contains valid, unique shoppers', async () => {
  expect(duplicates(demoShoppers.flatMap(({ username, email }) => [username.toLowerCase(), email]))).toEqual([]);
  for (const shopper of demoShoppers) await registerInput.validate({ ...shopper, password: 'long enough' });
});

it('has at most one rating per shopper and product, and comments by shoppers or guests', () => {
  const authors = [...demoShoppers.map(({ username }) => username), GUEST];
  for (const { title, rates, comments } of demoProducts) {
    expect(rates.length, title).toBeLessThanOrEqual(demoShoppers.length);
    for (const { author, content } of comments) {
      expect(authors, content).toContain(author);
      expect(content.length, content).toBeLessThanOrEqual(COMMENT_MAX);
    }
  }
});

it('has one picture per product, 1280 pixels wide and at most 80 kB', async () => {
  const files = await readdir(new URL('./pictures/', import.meta.url));
  expect(demoProducts.map(({ picture }) => picture).sort()).toEqual(files.sort());
  for (const { picture } of demoProducts) {
    const bytes = await readPicture(picture);
    expect(bytes.length, picture).toBeLessThanOrEqual(80_000);
    expect(await readHeader(bytes), picture).toMatchObject({ width: 1280, height: 1280 });
  }
});
