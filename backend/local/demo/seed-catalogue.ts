import pLimit from 'p-limit';
import { derivativeName, IMAGE_WIDTHS } from '#contract/catalogue/pictures.ts';
import { toCents } from '#contract/values/money.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { newId } from '../../core/ids.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { createAttribute } from '../../modules/catalogue/attributes/attributes.service.ts';
import { createCategory, refreshProductCount } from '../../modules/catalogue/categories/categories.service.ts';
import { Category } from '../../modules/catalogue/categories/category.entity.ts';
import { Company } from '../../modules/catalogue/companies/company.entity.ts';
import { documentKey } from '../../modules/catalogue/documents/document-files.ts';
import { ProductDocument } from '../../modules/catalogue/documents/product-document.entity.ts';
import { Product } from '../../modules/catalogue/products/product.entity.ts';
import { changeTerms } from '../../modules/catalogue/terms/terms.service.ts';
import { Comment } from '../../modules/comments/comment.entity.ts';
import { Picture } from '../../modules/pictures/picture.entity.ts';
import { publicFolders, publishPicture } from '../../modules/pictures/picture-files.ts';
import { Rating } from '../../modules/ratings/rating.entity.ts';
import { User } from '../../modules/users/accounts/user.entity.ts';
import { hashPassword } from '../../modules/users/passwords/passwords.ts';
import { demoCategories, demoCompanies, demoProducts, demoShoppers, readRendered } from './catalogue.ts';
import { daysAgo, wholeMinute } from './days.ts';
import { readSheets } from './sheets.ts';
import { demoCategoryTranslations, demoProductTranslations, demoTerms } from './translations.ts';

/** Days since the last shopper registered, before all comments, and between two of them. */
const LAST_SHOPPER = 100;
const BETWEEN_SHOPPERS = 5;
/** Pictures that are published at once. */
const AT_ONCE = 16;

/**
 * Stores the demo catalogue in all its languages, with its shoppers, ratings and comments.
 * @returns shoppers and products, in the order of demoShoppers and demoProducts
 */
export async function seedCatalogue(
  em: EntityManager,
  storage: Storage,
): Promise<{ shoppers: User[]; products: Product[] }> {
  const shoppers = await addShoppers(em);
  const categories = new Map<string, string>();
  for (const { category, labels, googleCategory, attributes } of demoCategories) {
    const categoryId = await createCategory(em, null, category, {
      translations: demoCategoryTranslations(category),
      labels,
      googleCategory,
    });
    categories.set(category, categoryId);
    for (const attribute of attributes) await createAttribute(em, null, { ...attribute, categoryId });
  }
  const companies = new Map(
    demoCompanies.map((company) => [company.name, em.create(Company, { id: newId(), ...company })]),
  );
  for (const terms of demoTerms) await changeTerms(em, null, terms);
  const publishing = new Map<string, string>();
  const copies: Copy[] = [];
  const products: Product[] = [];
  const documents: DocumentFile[] = [];
  // Products are shown newest first, so the first one is stored last.
  for (const [place, demo] of [...demoProducts.entries()].reverse()) {
    const product = addProduct(em, demo, { categories, companies });
    products.unshift(product);
    if (demo.data.energy) documents.push(...(await addSheets(em, product, demo.data.energy.eprel)));
    addOpinions(em, product, { demo, place, shoppers });
    for (const [position, name] of demo.pictures.entries()) {
      const id = newId();
      const first = publishing.get(name);
      if (first === undefined) publishing.set(name, id);
      else copies.push({ from: first, to: id });
      em.create(Picture, {
        id,
        ownerKind: 'product',
        ownerId: product.id,
        position,
        state: 'ready',
        extension: '.webp',
        widths: [...IMAGE_WIDTHS],
      });
    }
  }
  await Promise.all([em.flush(), publish(storage, { pictures: publishing, copies, documents })]);
  // A trigger compares each sale to the prices before it.
  for (const [place, { sales }] of demoProducts.entries()) {
    for (const sale of sales.slice(1)) {
      Object.assign(products[place] as Product, columnsOf(sale));
      await em.flush();
    }
  }
  for (const categoryId of categories.values()) await refreshProductCount(em, categoryId);
  return { shoppers, products };
}

type Copy = { from: string; to: string };
type DocumentFile = { key: string; pdf: Buffer };
type Files = { pictures: ReadonlyMap<string, string>; copies: readonly Copy[]; documents: readonly DocumentFile[] };

/** The pictures are shipped with their derivatives, so that the first visit shows them. */
async function publish(storage: Storage, { pictures, copies, documents }: Files): Promise<void> {
  // A store refuses thousands of requests at once.
  const slot = pLimit(AT_ONCE);
  await slot.map(pictures, async ([name, id]) => {
    await publishPicture(storage, { id, ownerKind: 'product' }, await readRendered(name));
  });
  const files = (id: string) => [`${id}.webp`, ...IMAGE_WIDTHS.map((width) => derivativeName(`${id}.webp`, width))];
  const keys = (id: string) => files(id).map((file) => `${publicFolders.product}/${file}`);
  await slot.map(copies, async ({ from, to }) => {
    const targets = keys(to);
    await Promise.all(keys(from).map((key, place) => storage.copy(key, targets[place] ?? '')));
  });
  await slot.map(documents, ({ key, pdf }) => storage.put(key, pdf));
}

/** Adds the information sheets of a product with an energy label. @returns their files */
async function addSheets(em: EntityManager, product: Product, eprel: string): Promise<DocumentFile[]> {
  return (await readSheets(eprel)).map(({ language, title, pdf }) => {
    const id = newId();
    em.create(ProductDocument, { id, product, kind: 'energySheet', title, language, bytes: pdf.length });
    return { key: documentKey(id), pdf };
  });
}

type DemoProduct = (typeof demoProducts)[number];

/** By name. */
type Named = { categories: ReadonlyMap<string, string>; companies: ReadonlyMap<string, Company> };

function addProduct(em: EntityManager, demo: DemoProduct, { categories, companies }: Named): Product {
  const { title, description, price, stock, attributes, family, rates, addedDaysAgo, data, makers, sales } = demo;
  return em.create(Product, {
    id: newId(),
    title,
    description,
    translations: demoProductTranslations(demo),
    priceCents: toCents(price),
    stock,
    attributes,
    family: family?.name ?? null,
    options: family?.options ?? {},
    category: em.getReference(Category, categories.get(demo.category) ?? ''),
    ...data,
    ...(sales[0] && columnsOf(sales[0])),
    manufacturer: companies.get(makers.manufacturer),
    responsible: companies.get(makers.responsible ?? ''),
    allRatings: rates,
    rating: rates.reduce((sum, rate) => sum + rate, 0) / Math.max(1, rates.length),
    createdAt: daysAgo(addedDaysAgo),
  });
}

function columnsOf({ price, from, until }: DemoProduct['sales'][number]) {
  const saleUntil = until === undefined ? null : wholeMinute(daysAgo(-until));
  return { salePriceCents: toCents(price), saleFrom: wholeMinute(daysAgo(-from)), saleUntil };
}

type Opinions = { demo: DemoProduct; place: number; shoppers: readonly User[] };

function addOpinions(em: EntityManager, product: Product, { demo, place, shoppers }: Opinions): void {
  const { rates, comments, addedDaysAgo } = demo;
  for (const [index, rate] of rates.entries()) {
    em.create(Rating, {
      id: newId(),
      product,
      // Each product starts with a different shopper, so that none rates them all.
      user: shoppers[(place * 7 + index) % shoppers.length] as User,
      rate,
      createdAt: daysAgo(Math.min(addedDaysAgo, LAST_SHOPPER) * (1 - (index + 1) / (rates.length + 1))),
    });
  }
  for (const { author, content, daysAgo: age, approved } of comments) {
    em.create(Comment, {
      id: newId(),
      product,
      author,
      user: shoppers.find(({ username }) => username === author),
      content,
      approved,
      createdAt: daysAgo(age),
    });
  }
}

/** Adds shoppers with a random password, so that their accounts can't be used. */
async function addShoppers(em: EntityManager): Promise<User[]> {
  const passwordHash = await hashPassword(crypto.randomUUID());
  return demoShoppers.map(({ country: _, ...shopper }, place) => {
    const createdAt = daysAgo(LAST_SHOPPER + place * BETWEEN_SHOPPERS);
    return em.create(User, { id: newId(), ...shopper, passwordHash, verifiedAt: createdAt, createdAt });
  });
}
