import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { attributeInput, attributeProblem } from '#contract/attributes.input.ts';
import { addProductInput } from '#contract/catalogue.input.ts';
import { IMAGE_WIDTHS, IMAGES_MAX, STOCK_LOW } from '#contract/catalogue.ts';
import { COMMENT_MAX } from '#contract/comments.ts';
import { registerInput } from '#contract/users.input.ts';
import { GUEST } from '#contract/users.ts';
import { newId } from '../../core/ids.ts';
import { readHeader } from '../../modules/pictures/header.ts';
import { demoCategories, demoProducts, demoShoppers, pictures, readPicture, readRendered } from './catalogue.ts';

const duplicates = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index);

type DemoProduct = (typeof demoProducts)[number];

const picturesOf = ({ picture, morePictures }: DemoProduct) => [picture, ...morePictures];
const productsOf = (name: string) => demoProducts.filter(({ category }) => category === name);

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

it('describes every product by valid values of the attributes of its category', async () => {
  for (const { category, attributes } of demoCategories) {
    expect(attributes.length, category).toBeGreaterThanOrEqual(4);
    expect(attributes.length, category).toBeLessThanOrEqual(8);
    expect(duplicates(attributes.map(({ code }) => code)), category).toEqual([]);
    for (const attribute of attributes) await attributeInput.validate({ ...attribute, categoryId: newId() });
    for (const { title, attributes: values } of productsOf(category)) {
      expect(Object.keys(values).length, title).toBeGreaterThanOrEqual(4);
      for (const [code, value] of Object.entries(values)) {
        const attribute = attributes.find((attribute) => attribute.code === code);
        expect(attribute && attributeProblem(attribute, value), `${title}: ${code}`).toBeNull();
      }
    }
  }
});

it('joins variants of the same category that differ in the values of the same options', () => {
  const families = Map.groupBy(
    demoProducts.filter(({ family }) => family),
    ({ category, family }) => `${category}: ${family?.name}`,
  );
  expect(families.size).toBeGreaterThanOrEqual(5);
  for (const [name, members] of families) {
    const options = members.map(({ family }) => family?.options ?? {});
    expect(members.length, name).toBeGreaterThanOrEqual(2);
    expect(new Set(options.map((option) => Object.keys(option).sort().join())).size, name).toBe(1);
    expect(duplicates(options.map((option) => JSON.stringify(Object.entries(option).sort()))), name).toEqual([]);
  }
});

it('has most products in stock, some of which are low, and a few that are sold out or not counted', () => {
  const stocks = demoProducts.map(({ stock }) => stock);
  expect(stocks.filter((stock) => stock !== null && stock > STOCK_LOW).length).toBeGreaterThan(stocks.length / 2);
  expect(stocks.filter((stock) => stock !== null && stock > 0 && stock <= STOCK_LOW).length).toBeGreaterThan(3);
  expect(stocks.filter((stock) => stock === 0).length).toBeGreaterThan(1);
  expect(stocks).toContain(null);
});

it('has pictures for every product, 1280 pixels wide and at most 80 kB', async () => {
  const files = (await readdir(pictures)).filter((name) => name.endsWith('.webp'));
  expect(demoProducts.flatMap(picturesOf).sort()).toEqual(files.sort());
  for (const product of demoProducts) expect(picturesOf(product).length, product.title).toBeLessThanOrEqual(IMAGES_MAX);
  for (const file of files) {
    const bytes = await readPicture(file);
    expect(bytes.length, file).toBeLessThanOrEqual(80_000);
    expect(readHeader(bytes), file).toMatchObject({ width: 1280, height: 1280 });
  }
});

it('has the derivatives of every picture', async () => {
  for (const picture of demoProducts.flatMap(picturesOf)) {
    const { derivatives } = await readRendered(picture);
    const widths = derivatives.map(({ bytes }) => readHeader(Buffer.from(bytes)).width);
    expect(widths, picture).toEqual(IMAGE_WIDTHS);
  }
});

it('has at least three pictures for the twelve best rated products', () => {
  const average = ({ rates }: DemoProduct) => rates.reduce((sum, rate) => sum + rate, 0) / Math.max(1, rates.length);
  const best = demoProducts.toSorted((first, second) => average(second) - average(first)).slice(0, 12);
  for (const product of best) expect(picturesOf(product).length, product.title).toBeGreaterThanOrEqual(3);
});
