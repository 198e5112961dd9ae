import type { Config } from '../config.ts';
import type { Database, EntityManager } from '../core/database/db.ts';
import type { Storage } from '../core/storage/storage.ts';
import { countCategories, countProducts } from '../modules/catalogue/catalogue.queries.ts';
import { addMethod } from '../modules/delivery/shipping-methods.service.ts';
import { countUsers } from '../modules/users/accounts/users.queries.ts';
import { ensureAdmin, isAdminPassword } from '../modules/users/administration/admin-account.ts';
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

/**
 * Fills an empty database with an admin and, unless SEED is none, the demo shop. Runs in one transaction, so that
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
  const { seedCatalogue } = await import('./demo/seed-catalogue.ts');
  await seedCatalogue(em, storage);
  for (const method of DEMO_SHIPPING) await addMethod(em, null, method);
}
