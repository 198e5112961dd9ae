import { IMAGE_WIDTHS } from '#contract/catalogue.ts';
import type { Config } from '../config.ts';
import type { Database, EntityManager } from '../core/database/db.ts';
import { emit } from '../core/events/outbox.ts';
import { newId } from '../core/ids.ts';
import type { Storage } from '../core/storage/storage.ts';
import { createAttribute } from '../modules/catalogue/attributes/attributes.service.ts';
import { countCategories, countProducts } from '../modules/catalogue/catalogue.queries.ts';
import { createProduct } from '../modules/catalogue/catalogue.service.ts';
import { createCategory } from '../modules/catalogue/categories/categories.service.ts';
import { Product } from '../modules/catalogue/products/product.entity.ts';
import { Comment } from '../modules/comments/comment.entity.ts';
import { addMethod } from '../modules/delivery/shipping-methods.service.ts';
import { Picture } from '../modules/pictures/picture.entity.ts';
import { publishPicture } from '../modules/pictures/picture-files.ts';
import { addPictures } from '../modules/pictures/pictures.service.ts';
import type { Upload } from '../modules/pictures/uploads.ts';
import { Rating } from '../modules/ratings/rating.entity.ts';
import { User } from '../modules/users/accounts/user.entity.ts';
import { countUsers } from '../modules/users/accounts/users.queries.ts';
import { ensureAdmin, isAdminPassword } from '../modules/users/administration/admin-account.ts';
import { hashPassword } from '../modules/users/passwords/passwords.ts';
import type { Secrets } from './secrets.ts';

/** Used unless ADMIN_EMAIL is set. */
const ADMIN_EMAIL = 'admin@webshop.dev';
/** Printed at every start, since it protects only demo data. */
const DEMO_PASSWORD = 'demo-admin';

/** Prices in EUR. Both deliver everywhere. */
const DEMO_SHIPPING = [
  { code: 'standard', name: 'Standard delivery', price: 4.9, freeFrom: 100, minDays: 3, maxDays: 5 },
  { code: 'express', name: 'Express delivery', price: 14.9, minDays: 1, maxDays: 2 },
];

const DAY = 24 * 60 * 60 * 1000;

/**
 * Fills an empty database with an admin and, unless SEED is none, the demo catalogue. Runs in one transaction, so that
 * an interrupted start leaves the database empty for the next one.
 * @returns whether the database was empty
 */
export async function seed(
  database: Database,
  storage: Storage,
  { seed, admin }: Pick<Config, 'seed' | 'admin'>,
  secrets: Secrets,
): Promise<boolean> {
  return database.em.fork().transactional(async (em) => {
    if (!(await isEmpty(em))) return false;
    const password = seed === 'demo' ? DEMO_PASSWORD : secrets.adminPassword;
    await ensureAdmin(em, admin ?? { email: ADMIN_EMAIL, password });
    if (seed === 'demo') await addDemo(em, storage);
    return true;
  });
}

export type SeededAdmin = { email: string; password: string; isDemo: boolean };

/** The admin created by this or an earlier seed; null if ADMIN_EMAIL was set or the password has changed. */
export async function findSeededAdmin({ em }: Database, { adminPassword }: Secrets): Promise<SeededAdmin | null> {
  for (const password of [DEMO_PASSWORD, adminPassword]) {
    if (await isAdminPassword(em.fork(), ADMIN_EMAIL, password)) {
      return { email: ADMIN_EMAIL, password, isDemo: password === DEMO_PASSWORD };
    }
  }
  return null;
}

async function isEmpty(em: EntityManager): Promise<boolean> {
  return (await countUsers(em)) === 0 && (await countProducts(em)) === 0 && (await countCategories(em)) === 0;
}

async function addDemo(em: EntityManager, storage: Storage): Promise<void> {
  const { demoCategories, demoProducts, demoShoppers, readRendered } = await import('./demo/catalogue.ts');
  const published: string[] = [];
  /** The pictures are shipped with their derivatives, so that the first visit shows them. */
  const publish = async (name: string): Promise<Upload> => {
    const rendered = await readRendered(name);
    const id = newId();
    await publishPicture(storage, { id, ownerKind: 'product' }, rendered);
    published.push(id);
    return { id, extension: rendered.extension };
  };
  for (const method of DEMO_SHIPPING) await addMethod(em, null, method);
  const shoppers = await addShoppers(em, demoShoppers);
  const categories = new Map<string, string>();
  for (const { category, attributes } of demoCategories) {
    const categoryId = await createCategory(em, null, category);
    categories.set(category, categoryId);
    for (const attribute of attributes) await createAttribute(em, null, { ...attribute, categoryId });
  }

  // Products are shown newest first, so the first one is stored last.
  for (const [position, demo] of [...demoProducts.entries()].reverse()) {
    const { title, description, price, stock, attributes, family, picture, morePictures } = demo;
    const categoryId = categories.get(demo.category);
    if (categoryId === undefined) throw new Error(`${title} has no category`);
    const values = { title, description, price, stock, attributes, family, categoryId };
    const productId = await createProduct(em, null, values, await publish(picture));
    const product = em.getReference(Product, productId);
    demo.rates.forEach((rate, index) => {
      // Each product starts with a different shopper, so that none rates them all.
      em.create(Rating, { id: newId(), product, user: shoppers[(position * 7 + index) % shoppers.length], rate });
    });
    for (const { author, content, daysAgo, approved } of demo.comments) {
      em.create(Comment, {
        id: newId(),
        product,
        author,
        user: shoppers.find(({ username }) => username === author),
        content,
        approved,
        createdAt: new Date(Date.now() - daysAgo * DAY),
      });
    }
    if (demo.rates.length > 0) emit(em, 'product.rated', { productId });
    for (const [index, name] of morePictures.entries()) {
      const owner = { kind: 'product', id: productId } as const;
      await addPictures(em, [{ owner, upload: await publish(name), uploadedBy: null, position: index + 1 }]);
    }
  }
  await em.nativeUpdate(Picture, { id: published }, { state: 'ready', widths: [...IMAGE_WIDTHS] });
}

/** Adds shoppers with a random password, so that their accounts can't be used. */
async function addShoppers(em: EntityManager, shoppers: { username: string; email: string }[]): Promise<User[]> {
  const passwordHash = await hashPassword(crypto.randomUUID());
  const verifiedAt = new Date();
  return shoppers.map((shopper) => em.create(User, { id: newId(), ...shopper, passwordHash, verifiedAt }));
}
