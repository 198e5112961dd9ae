import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import type {
  AttributeType,
  AttributeValue,
  CategoryLabel,
  ChargerView,
  Condition,
  EnergyView,
} from '#contract/catalogue/catalogue.ts';
import { IMAGE_WIDTHS } from '#contract/catalogue/pictures.ts';
import { DEFAULT_LANGUAGE, type LanguageCode } from '#messages/languages.ts';
import type { RenderedPicture } from '../../modules/pictures/rendered-picture.ts';
import catalogueFile from './catalogue.json' with { type: 'json' };
import companiesFile from './companies.json' with { type: 'json' };
import customers from './customers.json' with { type: 'json' };
import safetyTexts from './safety.json' with { type: 'json' };

/** The folder of the pictures, all as wide as the largest derivative; folders in it have the others (render.ts). */
export const pictures = new URL('./pictures/', import.meta.url);

const pictureNames = readdirSync(pictures).filter((name) => name.endsWith('.webp'));

/** `kettle.webp` and `kettle-2.webp`, but not those of `kettle-red`. */
function picturesOf(base: string): string[] {
  const name = new RegExp(`^${base}(-\\d)?\\.webp$`);
  return pictureNames
    .filter((file) => name.test(file))
    .sort((one, other) => (parse(one).name < parse(other).name ? -1 : 1));
}

type DemoAttribute = { code: string; name: string; type: AttributeType; unit: string; isFilterable: boolean };

/** EUR, and days from the first start to its begin and end. It may have no end. */
type DemoSale = { price: number; from: number; until?: number };

/** The numbers are from the range for internal use: GS1 General Specifications, 2.1.11. */
type DemoIdentifiers = { sku: string; gtin: string; mpn: string };

type DemoData = DemoIdentifiers & {
  /** The kind of its safety text. */
  safety: keyof typeof safetyTexts;
  hasBattery?: boolean;
  energy?: EnergyView & { eprel: string };
  charger?: ChargerView;
  guaranteeYears?: number;
  /** YYYY-MM-DD. */
  updatesUntil?: string;
  repairScore?: number;
};

type DemoOffer = {
  title: string;
  /** EUR. */
  price: number;
  /** Units; null if they are not counted. */
  stock: number | null;
  /** The number of ratings with five, four, three, two and one star. */
  stars: number[];
  comments: { author: string; content: string; daysAgo: number; approved: boolean }[];
};

type DemoVariant = DemoOffer & {
  data: DemoIdentifiers;
  options: Record<string, string>;
  /** Those that differ from the product's. */
  attributes?: Record<string, AttributeValue>;
  /** Its own, if it looks different. */
  pictures?: string;
};

type DemoProduct = DemoOffer & {
  data: DemoData;
  /** One after the other. */
  sales?: DemoSale[];
  /** What the names of its pictures begin with. */
  pictures: string;
  /** Paragraphs. */
  description: string[];
  attributes: Record<string, AttributeValue>;
  family?: { name: string; options: Record<string, string> };
  /** Further products of its family. */
  variants?: DemoVariant[];
  /** Of a new product. */
  addedDaysAgo?: number;
};

type DemoCategory = {
  category: string;
  labels?: CategoryLabel[];
  googleCategory?: number;
  attributes: DemoAttribute[];
  products: DemoProduct[];
};

const catalogue = catalogueFile as { categories: DemoCategory[] };

export const demoCategories = catalogue.categories.map(({ category, labels = [], googleCategory, attributes }) => {
  return { category, labels, googleCategory, attributes };
});

type DemoCompany = {
  /** What the titles of its products begin with. */
  brand?: string;
  name: string;
  address: string;
  contact: string;
  /** The company in the EU that answers for its products. */
  responsible?: string;
};

const companies: readonly DemoCompany[] = companiesFile;

/** Fictional companies. */
export const demoCompanies = companies.map(({ name, address, contact }) => ({ name, address, contact }));

/** New products are younger, and the others older than all comments. */
const OLDEST_NEW = 30;
const OLDEST_COMMENT = 90;
/** Days by which such a product is older than the one before it. */
const BETWEEN_PRODUCTS = 3;

/**
 * New products, and then one product of each category in turn, so that every page of the shop shows a mix. The first is the
 * newest. Variants are older than all products that differ in more than an option.
 */
export const demoProducts = catalogue.categories
  .flatMap(({ category, products }) =>
    [...products.map(readProduct), ...products.flatMap(readVariants)].map((product, round) => {
      return { ...product, category, round };
    }),
  )
  .sort(
    (one, other) => (one.addedDaysAgo ?? OLDEST_NEW) - (other.addedDaysAgo ?? OLDEST_NEW) || one.round - other.round,
  )
  .map(({ addedDaysAgo, round: _, ...product }, place) => {
    return { ...product, addedDaysAgo: addedDaysAgo ?? OLDEST_COMMENT + place * BETWEEN_PRODUCTS };
  });

function readProduct({ variants: _, data, description, pictures, stars, sales = [], ...product }: DemoProduct) {
  const { brand, ...makers } = makersOf(product.title);
  const { safety, hasBattery = false, ...values } = data;
  const condition: Condition = 'new';
  return {
    ...product,
    /** Values of plain fields, in the default language. */
    data: { ...values, brand, condition, hasBattery, safety: safetyTexts[safety].en.join('\n') },
    safetyKind: safety,
    /** The names of companies. */
    makers,
    sales,
    description: description.join('\n\n'),
    pictures: picturesOf(pictures),
    rates: stars.flatMap((count, index) => Array<number>(count).fill(5 - index)),
  };
}

function makersOf(title: string) {
  const company = companies.find(({ brand }) => brand !== undefined && title.startsWith(`${brand} `));
  if (company?.brand === undefined) throw new Error(`Nobody makes ${title}`);
  return { brand: company.brand, manufacturer: company.name, responsible: company.responsible ?? null };
}

function readVariants({ variants = [], ...product }: DemoProduct) {
  return variants.map(({ data, options, attributes, ...variant }) =>
    readProduct({
      ...product,
      ...variant,
      data: { ...product.data, ...data },
      attributes: { ...product.attributes, ...attributes },
      family: { name: product.family?.name ?? product.title, options },
    }),
  );
}

/** The languages of customers, by their countries; English in others. */
const languagesIn: Readonly<Record<string, LanguageCode>> = { AT: 'de', CH: 'de', DE: 'de', RS: 'sr' };

/** Fictional customers who order, rate and comment. */
export const demoShoppers = customers.map((customer) => ({
  ...customer,
  email: `${customer.username.replaceAll('_', '.')}@example.com`,
  language: languagesIn[customer.country] ?? DEFAULT_LANGUAGE,
}));

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
