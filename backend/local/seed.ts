import type { Config } from '../config.ts';
import type { Database, EntityManager } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { inspectImage } from '../core/image.ts';
import { emit } from '../core/outbox.ts';
import type { Storage } from '../core/storage.ts';
import { createProduct } from '../modules/catalogue/catalogue.service.ts';
import { createCategory } from '../modules/catalogue/categories.service.ts';
import { Product } from '../modules/catalogue/product.entity.ts';
import { Comment } from '../modules/comments/comment.entity.ts';
import { Rating } from '../modules/ratings/rating.entity.ts';
import { ensureAdmin } from '../modules/users/admin-account.ts';
import { hashPassword, verifyPassword } from '../modules/users/passwords.ts';
import { User } from '../modules/users/user.entity.ts';
import type { Secrets } from './secrets.ts';

/** Of the admin that is made unless somebody chose one. */
const ADMIN_EMAIL = 'admin@webshop.dev';
/** Of the demo's admin: told at every start, since everything it guards is made up. */
const DEMO_PASSWORD = 'demo-admin';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Fills an empty database: with the demo catalogue and its admin, or with the admin alone. One transaction: a start
 * that is cut off leaves an empty database, which the next one fills.
 * @returns whether there was anything to do
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

/** The admin whom a `seed` made, this one or an earlier one. Null once the password is another, or if somebody chose it. */
export async function findSeededAdmin({ em }: Database, { adminPassword }: Secrets): Promise<SeededAdmin | null> {
  const [admin] = await em
    .fork()
    .execute<{ passwordHash: string }[]>(
      `select password_hash as "passwordHash" from user_account where lower(email) = ? and role = 'admin'`,
      [ADMIN_EMAIL],
    );
  for (const password of [DEMO_PASSWORD, adminPassword]) {
    const holds = admin !== undefined && (await verifyPassword(admin.passwordHash, password));
    if (holds) return { email: ADMIN_EMAIL, password, isDemo: password === DEMO_PASSWORD };
  }
  return null;
}

async function isEmpty(em: EntityManager): Promise<boolean> {
  const [row] = await em.execute<{ found: boolean }[]>(
    `select exists (select from user_account) or exists (select from product) or exists (select from category) as found`,
  );
  return row?.found === false;
}

/** Only loaded when needed: the drawings are a lot of code for a start that draws nothing. */
async function addDemo(em: EntityManager, storage: Storage): Promise<void> {
  const [{ demoCategories, demoProducts, demoShoppers }, { renderPicture }] = await Promise.all([
    import('./demo/catalogue.ts'),
    import('./demo/render.ts'),
  ]);
  // All at once: the drawing happens on other threads.
  const pictures = new Map(
    await Promise.all(
      demoProducts.map(async (demo) => [demo, await inspectImage(await renderPicture(demo.picture()))] as const),
    ),
  );
  const shoppers = await addShoppers(em, demoShoppers);
  const categories = new Map<string, string>();
  for (const name of demoCategories) categories.set(name, await createCategory(em, null, name));

  // The catalogue shows the newest first: what was listed first is added last.
  for (const [place, demo] of [...demoProducts.entries()].reverse()) {
    const { title, description, price } = demo;
    const categoryId = categories.get(demo.category);
    if (categoryId === undefined) throw new Error(`${title} is in no category of the demo`);
    const picture = pictures.get(demo);
    if (picture === undefined) throw new Error(`${title} has no picture`);
    const productId = await createProduct(em, storage, null, { title, description, price, categoryId }, picture);
    const product = em.getReference(Product, productId);
    demo.rates.forEach((rate, index) => {
      // Nobody has rated everything: each product's raters begin at another shopper.
      em.create(Rating, { id: newId(), product, user: shoppers[(place * 7 + index) % shoppers.length], rate });
    });
    for (const { author, content, daysAgo, approved } of demo.comments) {
      em.create(Comment, {
        id: newId(),
        product,
        author,
        content,
        approved,
        createdAt: new Date(Date.now() - daysAgo * DAY),
      });
    }
    if (demo.rates.length > 0) emit(em, 'product.rated', { productId });
  }
}

/** The demo's shoppers exist to have rated things. Nobody knows their password, so nobody can log in as one. */
async function addShoppers(em: EntityManager, shoppers: { username: string; email: string }[]): Promise<User[]> {
  const passwordHash = await hashPassword(crypto.randomUUID());
  return shoppers.map(({ username, email }) => em.create(User, { id: newId(), username, email, passwordHash }));
}
