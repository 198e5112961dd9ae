import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { attributeInput, attributeProblem } from '#contract/catalogue/attributes.input.ts';
import { addProductInput, categoryInput } from '#contract/catalogue/catalogue.input.ts';
import { IMAGES_MAX, STOCK_LOW } from '#contract/catalogue/catalogue.ts';
import { IMAGE_WIDTHS } from '#contract/catalogue/pictures.ts';
import { termsInput } from '#contract/catalogue/terms.input.ts';
import { COMMENT_MAX } from '#contract/comments/comments.ts';
import { companyInput } from '#contract/users/companies.input.ts';
import { registerInput } from '#contract/users/users.input.ts';
import { GUEST } from '#contract/users/users.ts';
import { newId } from '../../core/ids.ts';
import { readHeader } from '../../modules/pictures/header.ts';
import {
  demoCategories,
  demoCompanies,
  demoProducts,
  demoShoppers,
  pictures,
  readPicture,
  readRendered,
} from './catalogue.ts';
import { demoCategoryTranslations, demoProductTranslations, demoTerms, demoTexts } from './translations.ts';

const duplicates = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index);

const productsOf = (name: string) => demoProducts.filter(({ category }) => category === name);

it('contains valid products with unique titles', async () => {
  expect(duplicates(demoProducts.map(({ title }) => title.toLowerCase()))).toEqual([]);
  for (const product of demoProducts)
    await addProductInput.validate({ ...product, ...product.data, categoryId: newId() });
});

it('identifies every product by numbers of its own', () => {
  for (const name of ['sku', 'gtin', 'mpn'] as const) {
    expect(duplicates(demoProducts.map(({ data }) => data[name].toLowerCase()))).toEqual([]);
  }
  // The range for use within a shop, which no real product has.
  for (const { title, data } of demoProducts) expect(data.gtin, title).toMatch(/^2\d{12}$/);
});

it('names valid companies, each with its products or products for which it answers', async () => {
  for (const company of demoCompanies) await companyInput.validate(company);
  const named = demoProducts.flatMap(({ makers: { manufacturer, responsible } }) =>
    [manufacturer, responsible ?? []].flat(),
  );
  expect([...new Set(named)].sort()).toEqual(demoCompanies.map(({ name }) => name).sort());
});

it('states the condition and the safety information of every product', () => {
  for (const { title, data } of demoProducts) {
    expect(data.condition, title).toBe('new');
    expect(data.safety.length, title).toBeGreaterThan(50);
  }
  expect(demoProducts.filter(({ data }) => data.hasBattery).length).toBeGreaterThan(30);
  expect(demoProducts.filter(({ data }) => data.guaranteeYears !== undefined).length).toBeGreaterThan(30);
});

it('has the labels that categories need', () => {
  for (const { category, labels } of demoCategories) {
    for (const label of labels) {
      for (const { title, data } of productsOf(category)) expect(data[label], title).toBeDefined();
    }
  }
  expect([...new Set(demoCategories.flatMap(({ labels }) => labels))].sort()).toEqual(['charger', 'energy']);
});

it('has sales below the price, one after the other', () => {
  for (const { title, price, sales } of demoProducts) {
    for (const [place, sale] of sales.entries()) {
      const { until = Number.POSITIVE_INFINITY } = sale;
      expect(sale.price, title).toBeLessThan(price);
      expect(until, title).toBeGreaterThan(sale.from);
      expect(sales[place + 1]?.from ?? until, title).toBeGreaterThanOrEqual(until);
    }
  }
  expect(demoProducts.filter(({ sales }) => sales.length > 0).length).toBeGreaterThan(3);
});

it('starts with nine products from nine categories', () => {
  expect(new Set(demoProducts.slice(0, 9).map(({ category }) => category)).size).toBe(9);
});

it('contains valid, unique shoppers', async () => {
  expect(duplicates(demoShoppers.flatMap(({ username, email }) => [username.toLowerCase(), email]))).toEqual([]);
  for (const shopper of demoShoppers) await registerInput.validate({ ...shopper, password: 'long enough' });
});

it('describes every product in three paragraphs', () => {
  for (const { title, description } of demoProducts) {
    expect(description.split('\n\n'), title).toHaveLength(3);
    for (const paragraph of description.split('\n\n')) expect(paragraph.length, title).toBeGreaterThan(50);
  }
});

it('has comments on most products, a dozen of which await approval', () => {
  const approved = demoProducts.map(({ comments }) => comments.filter(({ approved }) => approved).length);
  expect(approved.filter((count) => count >= 2).length).toBeGreaterThan(0.8 * demoProducts.length);
  const waiting = demoProducts.flatMap(({ comments }) => comments.filter(({ approved }) => !approved));
  expect(waiting.length).toBeGreaterThanOrEqual(12);
  for (const { title, comments, addedDaysAgo } of demoProducts) {
    for (const { daysAgo } of comments) expect(daysAgo, title).toBeLessThan(addedDaysAgo);
  }
});

it('has products that are new', () => {
  expect(demoProducts.filter(({ addedDaysAgo }) => addedDaysAgo < 30).length).toBeGreaterThanOrEqual(5);
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
    expect(attributes.length, category).toBeLessThanOrEqual(11);
    expect(attributes.map(({ code }) => code)).toContain('box');
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
  expect(families.size).toBeGreaterThanOrEqual(10);
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

it('has at least three pictures for every product, 1280 pixels wide and at most 80 kB', async () => {
  const files = (await readdir(pictures)).filter((name) => name.endsWith('.webp'));
  const shown = new Set(demoProducts.flatMap(({ pictures }) => pictures));
  expect([...shown].sort()).toEqual(files.sort());
  for (const { title, pictures } of demoProducts) {
    expect(pictures.length, title).toBeGreaterThanOrEqual(3);
    expect(pictures.length, title).toBeLessThanOrEqual(IMAGES_MAX);
    expect(pictures[0], title).not.toMatch(/-2\.webp$/);
  }
  for (const file of files) {
    const bytes = await readPicture(file);
    expect(bytes.length, file).toBeLessThanOrEqual(80_000);
    expect(readHeader(bytes), file).toMatchObject({ width: 1280, height: 1280 });
  }
});

it('has the derivatives of every picture', async () => {
  for (const picture of new Set(demoProducts.flatMap(({ pictures }) => pictures))) {
    const { derivatives } = await readRendered(picture);
    const widths = derivatives.map(({ bytes }) => readHeader(Buffer.from(bytes)).width);
    expect(widths, picture).toEqual(IMAGE_WIDTHS);
  }
});

describe.each(demoTexts)('in %s', (language, texts) => {
  it('has all products, categories and shipping methods', async () => {
    const titles = demoProducts.map(({ title }) => title);
    expect(Object.keys(texts.products).sort()).toEqual(titles.sort());
    for (const product of demoProducts) {
      const { title, description, price } = product;
      const translations = demoProductTranslations(product);
      const {
        title: translated = '',
        description: translatedDescription = '',
        safety = '',
      } = translations[language] ?? {};
      await addProductInput.validate({ title, description, price, categoryId: newId(), translations });
      expect(translated, title).not.toBe('');
      expect(safety.split('\n'), title).toHaveLength(product.data.safety.split('\n').length);
      expect(translatedDescription.split('\n\n'), title).toHaveLength(3);
    }
    const translated = Object.values(texts.products).map(({ title }) => title.toLowerCase());
    expect(duplicates(translated)).toEqual([]);
    expect(Object.keys(texts.categories).sort()).toEqual(demoCategories.map(({ category }) => category).sort());
    for (const { category } of demoCategories) {
      await categoryInput.validate({ categoryName: category, translations: demoCategoryTranslations(category) });
    }
    expect(duplicates(Object.values(texts.categories).map((name) => name.toLowerCase()))).toEqual([]);
    expect(Object.keys(texts.shippingMethods)).toEqual(['Standard delivery', 'Express delivery', 'Collect in store']);
  });

  it('has each word that shoppers read, once', async () => {
    const words = new Set(
      [
        ...demoCategories.flatMap(({ attributes }) => attributes.flatMap(({ name, unit }) => [name, unit])),
        ...demoProducts.flatMap(({ attributes, family }) => [
          ...Object.values(attributes).filter((value) => typeof value === 'string'),
          ...Object.entries(family?.options ?? {}).flat(),
        ]),
      ].filter((word) => word !== ''),
    );
    expect([...Object.keys(texts.terms), ...texts.unchangedTerms].sort()).toEqual([...words].sort());
    for (const terms of demoTerms) await termsInput.validate(terms);
  });
});
